import type { DueRecipient, Settlement } from '../../../domain/job/recipient.ts'
import { type Lease, type LeasedSlice, mostRecipientsPerSlice } from '../../../domain/job/slice.ts'
import type { SuppressionReason } from '../../../domain/person/suppression.ts'
import type { Clock } from '../../../ports/clock.ts'
import { LeaseLost, type Marked, type SendingMark, Slices } from '../../../ports/job/slices.ts'
import {
  type MemoryStore,
  type StoredJob,
  type StoredRecipient,
  type StoredSlice,
  versionSlot,
} from '../store.ts'

const sliceSlot = ({ jobId, no }: Pick<StoredSlice, 'jobId' | 'no'>): string => `${jobId} ${no}`

export class MemorySlices extends Slices {
  readonly #store: MemoryStore
  readonly #clock: Clock

  constructor(store: MemoryStore, clock: Clock) {
    super()
    this.#store = store
    this.#clock = clock
  }

  override async take(jobId: string, lease: Lease): Promise<LeasedSlice | null> {
    const job = this.#started(jobId)
    if (job === null) return null
    const slice = this.#slicesOf(jobId).find((one) => this.#isDue(one)) ?? this.#cut(job)
    if (slice === null) {
      this.#completeIfDone(jobId)
      return null
    }
    // One that was released has no lease; any other has lost it.
    const { lostLeases, preparing } =
      slice.lease === null
        ? { lostLeases: 0, preparing: null }
        : { lostLeases: slice.lostLeases + 1, preparing: slice.preparing }
    this.#put({ ...slice, lostLeases, preparing, lease: this.#extended(lease) })
    const version = this.#store.versions.get(versionSlot(job.spinnerId, job.spinnerVersion))
    if (version === undefined) throw new Error('A job runs a version that was frozen')
    const now = this.#clock.now()
    const recipients = [...slice.recipients.values()]
      .filter(({ state, dueAt }) => (state === 'pending' || state === 'waiting') && dueAt <= now)
      .map((recipient) => this.#dueRecipient(job, slice, recipient))
    const { cutSeq, audience } = this.#store.jobs.get(jobId) ?? job
    const more = cutSeq < audience.to.seq || this.#slicesOf(jobId).some((one) => this.#isDue(one))
    const { no } = slice
    const { organizationId } = job
    return { jobId, no, organizationId, version, more, recipients, lostLeases, preparing }
  }

  override async settleAndMark(
    { jobId, no, organizationId }: LeasedSlice,
    lease: Lease,
    settled: readonly Settlement[],
    next: readonly SendingMark[],
  ): Promise<Marked> {
    const slice = this.#held(jobId, no, lease)
    if (slice === null) throw new LeaseLost()
    const recipients = new Map(slice.recipients)
    const sending = new Set(slice.sending)
    const now = this.#clock.now()
    for (const one of settled) {
      sending.delete(one.recordId)
      recipients.set(one.recordId, {
        recordId: one.recordId,
        state: one.state,
        step: one.nextStep,
        attempts: one.attempts,
        dueAt: new Date(now.getTime() + one.dueInSeconds * 1000),
        error: one.error,
        updatedAt: now,
      })
    }
    const goesOn = this.#store.jobs.get(jobId)?.status === 'running'
    const withheld = new Map<string, SuppressionReason>()
    for (const { recordId, address } of goesOn ? next : []) {
      const suppression = address === null ? undefined : this.#store.suppressionOf(organizationId, address)
      if (suppression === undefined) sending.add(recordId)
      else withheld.set(recordId, suppression.reason)
    }
    const progress = settled.length > 0 ? { lostLeases: 0, preparing: null } : {}
    this.#put({ ...slice, ...progress, recipients, sending, lease: this.#extended(lease) })
    return { goesOn, withheld }
  }

  override async notePreparing({ jobId, no }: LeasedSlice, lease: Lease, recordId: string): Promise<void> {
    const slice = this.#held(jobId, no, lease)
    if (slice === null) throw new LeaseLost()
    this.#put({ ...slice, preparing: recordId })
  }

  override async release({ jobId, no }: LeasedSlice, lease: Lease): Promise<number | null> {
    const slice = this.#held(jobId, no, lease)
    if (slice === null) return null
    const due = [...slice.recipients.values()]
      .filter(({ state }) => state === 'pending' || state === 'waiting')
      .map(({ dueAt }) => dueAt.getTime())
    const dueAt = new Date(Math.min(...due))
    const closed = due.length === 0
    this.#put({ ...slice, lease: null, closed, dueAt: closed ? slice.dueAt : dueAt })
    if (closed) this.#completeIfDone(jobId)
    return closed ? null : Math.max(0, (dueAt.getTime() - this.#clock.now().getTime()) / 1000)
  }

  override async due(most: number): Promise<readonly string[]> {
    return [...this.#store.jobs.values()]
      .filter((job) => {
        if (job.status !== 'running') return job.status === 'queued'
        const slices = this.#slicesOf(job.id)
        return (
          (job.cutSeq < job.audience.to.seq && !slices.some((one) => this.#isLeased(one))) ||
          slices.some((one) => this.#isDue(one))
        )
      })
      .slice(0, most)
      .map(({ id }) => id)
  }

  #completeIfDone(jobId: string): void {
    const job = this.#store.jobs.get(jobId)
    if (job?.status !== 'running' || job.cutSeq < job.audience.to.seq) return
    if (this.#slicesOf(jobId).some(({ closed }) => !closed)) return
    this.#store.jobs.set(jobId, { ...job, status: 'completed', finishedAt: this.#clock.now() })
  }

  #started(jobId: string): StoredJob | null {
    const job = this.#store.jobs.get(jobId)
    if (job?.status === 'running') return job
    if (job?.status !== 'queued') return null
    const started: StoredJob = { ...job, status: 'running', startedAt: this.#clock.now() }
    this.#store.jobs.set(jobId, started)
    return started
  }

  #slicesOf(jobId: string): StoredSlice[] {
    return [...this.#store.slices.values()].filter((slice) => slice.jobId === jobId)
  }

  #isDue(slice: StoredSlice): boolean {
    return !slice.closed && slice.dueAt <= this.#clock.now() && !this.#isLeased(slice)
  }

  #isLeased({ closed, lease }: StoredSlice): boolean {
    return !closed && lease !== null && lease.until > this.#clock.now()
  }

  #held(jobId: string, no: number, lease: Lease): StoredSlice | null {
    const slice = this.#store.slices.get(sliceSlot({ jobId, no }))
    return slice?.lease?.holder === lease.holder ? slice : null
  }

  #extended({ holder, seconds }: Lease): StoredSlice['lease'] {
    return { holder, until: new Date(this.#clock.now().getTime() + seconds * 1000) }
  }

  #put(slice: StoredSlice): void {
    this.#store.slices.set(sliceSlot(slice), slice)
  }

  /** As many whole appends as make up to one slice's recipients. */
  #cut(job: StoredJob): StoredSlice | null {
    const records = this.#store.records.get(job.dataTableId)
    const recipients = new Map<string, StoredRecipient>()
    let size = 0
    let cutSeq = job.cutSeq
    for (const append of this.#store.appends.get(job.dataTableId) ?? []) {
      if (append.seq <= cutSeq) continue
      if (append.seq > job.audience.to.seq || size + append.count > mostRecipientsPerSlice) break
      for (let id = append.firstId; id < append.firstId + append.count; id++) {
        if (records?.has(id)) recipients.set(String(id), freshRecipient(String(id), this.#clock.now()))
      }
      size += append.count
      cutSeq = append.seq
    }
    if (size === 0) return null
    this.#store.jobs.set(job.id, { ...job, cutSeq })
    const no = this.#slicesOf(job.id).length + 1
    const deleted = size - recipients.size
    const dueAt = this.#clock.now()
    return {
      jobId: job.id,
      no,
      closed: false,
      dueAt,
      lease: null,
      deleted,
      recipients,
      sending: new Set(),
      lostLeases: 0,
      preparing: null,
    }
  }

  #dueRecipient(
    job: StoredJob,
    slice: StoredSlice,
    { recordId, step, attempts }: StoredRecipient,
  ): DueRecipient {
    const data = this.#store.records.get(job.dataTableId)?.get(Number(recordId)) ?? null
    return { recordId, step, attempts, data, inDoubt: slice.sending.has(recordId) }
  }
}

function freshRecipient(recordId: string, dueAt: Date): StoredRecipient {
  return { recordId, state: 'pending', step: 0, attempts: 0, dueAt, error: null, updatedAt: dueAt }
}
