import { hasEnded } from '../../../../domain/job/job.ts'
import { putOffIn } from '../../../../domain/job/recipient/put-off-record.ts'
import {
  type DueRecipient,
  endsWait,
  type StepSettlement,
} from '../../../../domain/job/recipient/recipient.ts'
import { isUnfinished } from '../../../../domain/job/recipient/recipient-state.ts'
import type { Verdict } from '../../../../domain/job/sending/contact-verdict.ts'
import type { ChosenSender, EarlierMail } from '../../../../domain/job/sending/sender-candidates.ts'
import { suppressionVerdict, type Withheld, withheldBy } from '../../../../domain/job/sending/withheld.ts'
import type { Lease, LeasedSlice } from '../../../../domain/job/slice.ts'
import type { SpinnerVersion } from '../../../../domain/spinner/spinner.ts'
import { isPlainProgram, programOf } from '../../../../domain/spinner/steps/program.ts'
import { channelOf } from '../../../../domain/spinner/steps/step-capabilities.ts'
import type { WaitFacts } from '../../../../domain/spinner/steps/wait-until.ts'
import type { Clock } from '../../../../ports/clock.ts'
import {
  LeaseLost,
  type Marked,
  type RulesOfMark,
  type SendingMark,
  Slices,
  type StartedWait,
  type TurnPosition,
  type WrittenMessage,
} from '../../../../ports/job/slices.ts'
import { noteJob, noteMessage, noteRecipientEnds } from '../../event/note-jobs.ts'
import { claimAddress, releaseAddress, rootOf } from '../../person/contacts.ts'
import { suppressionReasonOf } from '../../person/suppressions.ts'
import { loggedSlot } from '../../sender/message/message-log.ts'
import { claimSender, sliceSenders } from '../../sender/pacing/sender-claims.ts'
import {
  type LedgerRange,
  type MemoryStore,
  type StoredJob,
  type StoredRecipient,
  type StoredSlice,
  versionSlot,
} from '../../store.ts'
import { Writes } from '../../writes.ts'
import { isQueued, resumedJob } from '../job-status.ts'
import { isNamed } from '../named/named-marks.ts'
import { pauseWithSpinner } from '../pauses.ts'
import { closeSlice } from './close-slice.ts'
import { earlierMails } from './earlier-mails.ts'
import { applyMarkedExits, verdictOfExit, verdictOfReply } from './exits.ts'
import { isOverNewRecords, returnSlot, returnsTakenBy } from './returned-records.ts'
import { afterReview } from './reviewed-waits.ts'
import { mostRecipientsPerSlice } from './slice-size.ts'
import { cellDigestOf, cellOf, enterSplitBranch, waitSlot, wakeChanged } from './step-waits.ts'

/**
 * The records of a new slice of a job. `cutSeq` is the position in the table's ledger up to which all records
 * of the job are then in slices.
 */
interface Cut {
  readonly ids: readonly number[]
  readonly cutSeq: number
}

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
    const stored = this.#store.jobs.get(jobId)
    if (stored !== undefined && pauseWithSpinner(this.#store, new Writes(), stored)) return null
    const job = this.#started(jobId)
    if (job === null) return null
    const slice = this.#slicesOf(jobId).find((one) => this.#isDue(one)) ?? this.#cut(job)
    if (slice === null) {
      this.#completeIfDone(jobId)
      return null
    }
    // Treats a slice that is due and still has a lease as lost by its runtime, because a runtime that
    // releases a slice removes the lease.
    const { lostLeases, preparingRecordId } =
      slice.lease === null
        ? { lostLeases: 0, preparingRecordId: null }
        : { lostLeases: slice.lostLeases + 1, preparingRecordId: slice.preparingRecordId }
    this.#put({ ...slice, lostLeases, preparingRecordId, lease: this.#extended(lease) })
    const version = this.#store.versions.get(versionSlot(job.spinnerId, job.spinnerVersion))
    if (version === undefined) throw new Error('The version of the spinner that the job runs does not exist')
    const now = this.#clock.now()
    const recipients = [...slice.recipients.values()]
      .filter(({ state, dueAt }) => isUnfinished(state) && dueAt <= now)
      .map((recipient) => this.#dueRecipient(job, slice, recipient))
    const { cutSeq, audience } = this.#store.jobs.get(jobId) ?? job
    const more = cutSeq < audience.to.seq || this.#slicesOf(jobId).some((one) => this.#isDue(one))
    const { no } = slice
    const { organizationId, spinnerId } = job
    const timeZone = asksZone(version)
      ? (this.#store.organizations.get(organizationId)?.timeZone ?? 'UTC')
      : null
    const senders = sliceSenders(this.#store, organizationId, slice.recipients.values())
    return {
      jobId,
      no,
      organizationId,
      spinnerId,
      version,
      triggerData: job.data ?? null,
      more,
      recipients,
      lostLeases,
      preparingRecordId,
      senders,
      timeZone,
    }
  }

  override async takeNext(
    organizationId: string,
    { nth, without }: TurnPosition,
    lease: Lease,
  ): Promise<LeasedSlice | null> {
    for (;;) {
      const kinds = this.#dueJobs(organizationId).map((jobs) =>
        jobs.filter(({ id }) => !without.includes(id)),
      )
      const job = [0, 1, 2, 3]
        .map((further) => kinds[(nth + further) % 4]?.[0])
        .find((one) => one !== undefined)
      if (job === undefined) return null
      const slice = await this.take(job.id, lease)
      if (slice === null) continue
      return { ...slice, more: this.#dueJobs(organizationId).some((jobs) => jobs.length > 0) }
    }
  }

  override async settleAndMark(
    { jobId, no }: LeasedSlice,
    lease: Lease,
    settled: readonly StepSettlement[],
    next: readonly SendingMark[],
    rules: RulesOfMark = 'all',
  ): Promise<Marked> {
    const slice = this.#held(jobId, no, lease)
    if (slice === null) throw new LeaseLost()
    const recipients = new Map(slice.recipients)
    const sending = new Set(slice.sending)
    const now = this.#clock.now()
    this.#notePassages(jobId, no, settled)
    for (const one of settled) {
      this.#log(jobId, no, one, now)
      const wasSending = sending.delete(one.recordId)
      const before = slice.recipients.get(one.recordId)
      if (before !== undefined && !isUnfinished(before.state)) continue
      if (wasSending) this.#enterDelivery(jobId, one, now)
      recipients.set(one.recordId, {
        ...before,
        recordId: one.recordId,
        state: one.state,
        step: one.nextStep,
        attempts: one.attempts,
        dueAt: new Date(now.getTime() + one.dueInSeconds * 1000),
        error: one.error,
        reason: one.reason,
        evidence: one.evidence,
        updatedAt: now,
      })
    }
    const progress = settled.length > 0 ? { lostLeases: 0, preparingRecordId: null } : {}
    const written = { ...slice, ...progress, recipients, lease: this.#extended(lease) }
    noteRecipientEnds(this.#store, slice, written, now)
    this.#put(written)
    const job = this.#store.jobs.get(jobId)
    if (job === undefined) throw new Error('The job of the slice does not exist')
    const isJobRunning = job.status === 'running'
    const withheld = new Map<string, Withheld>()
    const chosen = new Map<string, ChosenSender>()
    const earlier = new Map<string, readonly EarlierMail[]>()
    for (const mark of isJobRunning ? next : []) {
      const { recordId } = mark
      const verdict =
        verdictOfExit(slice.recipients.get(recordId), now) ?? this.#verdictOn(job, no, mark, rules)
      const by = mark.by ?? null
      const placeOf = sending.has(recordId) ? (recipients.get(recordId)?.senderId ?? null) : null
      const claimed = verdict ?? (by && claimSender(this.#store, { job, by, placeOf, now }))
      if (claimed !== null && 'code' in claimed) {
        withheld.set(recordId, withheldBy(claimed))
        if (verdict === null) {
          // Releases the person's address if no sender is free for the message. The address was reserved
          // before the sender was chosen.
          releaseAddress(this.#store, job, { ...mark, released: mark.address })
          sending.delete(recordId)
        }
        continue
      }
      sending.add(recordId)
      if (mark.thread === true) {
        const answering = { recordId, address: mark.address, senderId: claimed?.id ?? null }
        earlier.set(recordId, earlierMails(this.#store, job, answering))
      }
      const recipient = recipients.get(recordId)
      if (claimed === null || recipient === undefined) continue
      chosen.set(recordId, claimed)
      recipients.set(recordId, { ...recipient, senderId: claimed.id })
    }
    this.#put({ ...written, sending })
    for (const one of settled) releaseAddress(this.#store, job, one)
    return { isJobRunning, withheld, chosen, earlier }
  }

  override async beginWaits(
    { jobId }: LeasedSlice,
    begun: readonly StartedWait[],
  ): Promise<ReadonlyMap<string, WaitFacts>> {
    const now = this.#clock.now()
    const table = this.#store.tables.get(this.#store.jobs.get(jobId)?.dataTableId ?? '')
    const awaited = begun.map(({ recordId, step, column }) => {
      // Reads no cell of a column that was renamed since the lease.
      const isBusy = column !== null && table?.columns.every(({ name }) => name !== column) === true
      const cell = cellOf(this.#store, jobId, recordId, column)
      const slot = waitSlot({ jobId, recordId, step })
      const wait = this.#store.stepWaits.get(slot) ?? {
        jobId,
        recordId,
        step,
        column,
        since: now,
        was: cellDigestOf(cell),
      }
      if (!isBusy) this.#store.stepWaits.set(slot, { ...wait, column, seen: cellDigestOf(cell) })
      const hasChanged = !isBusy && wait.was !== cellDigestOf(cell)
      return [recordId, { since: wait.since, cell, hasChanged, isBusy }] as const
    })
    return new Map(awaited)
  }

  override async wroteTo({ jobId }: LeasedSlice, { recordId, step, address }: WrittenMessage) {
    const job = this.#store.jobs.get(jobId)
    const rootJobId = job && rootOf(this.#store, job)
    return [...this.#store.contacts.values()].some(
      (one) =>
        one.rootJobId === rootJobId &&
        one.recordId === recordId &&
        one.step === step &&
        one.address === address,
    )
  }

  override async notePreparing({ jobId, no }: LeasedSlice, lease: Lease, recordId: string): Promise<void> {
    const slice = this.#held(jobId, no, lease)
    if (slice === null) throw new LeaseLost()
    this.#put({ ...slice, preparingRecordId: recordId })
  }

  override async release({ jobId, no }: LeasedSlice, lease: Lease): Promise<number | null> {
    const held = this.#held(jobId, no, lease)
    if (held === null) return null
    const slice = afterReview(applyMarkedExits(held, this.#clock.now()), this.#clock.now())
    noteRecipientEnds(this.#store, held, slice, this.#clock.now())
    const due = [...slice.recipients.values()]
      .filter(({ state }) => isUnfinished(state))
      .map(({ dueAt }) => dueAt.getTime())
    const job = this.#store.jobs.get(jobId)
    if (job?.status === 'cancelled' && due.length > 0) {
      this.#giveBack(job, slice)
      return null
    }
    const dueAt = new Date(Math.min(...due))
    const closed = due.length === 0
    this.#put({ ...slice, lease: null, closed, dueAt: closed ? slice.dueAt : dueAt })
    if (closed) this.#completeIfDone(jobId)
    return closed ? null : Math.max(0, (dueAt.getTime() - this.#clock.now().getTime()) / 1000)
  }

  override async due(after: string | null, most: number): Promise<readonly string[]> {
    for (const slice of this.#store.slices.values()) {
      const job = this.#store.jobs.get(slice.jobId)
      if (job?.status === 'cancelled' && !slice.closed && !this.#isLeased(slice)) this.#giveBack(job, slice)
    }
    wakeChanged(this.#store, this.#clock.now())
    const due = [...this.#store.jobs.values()].filter((job) => {
      if (job.status !== 'running') return isQueued(job, this.#clock.now())
      const slices = this.#slicesOf(job.id)
      return (
        (job.cutSeq < job.audience.to.seq && !slices.some((one) => this.#isLeased(one))) ||
        slices.some((one) => this.#isDue(one))
      )
    })
    return [...new Set(due.map(({ organizationId }) => organizationId))]
      .toSorted()
      .filter((id) => after === null || id > after)
      .slice(0, most)
  }

  /**
   * Returns an organization's due jobs in four lists, such as queued jobs and jobs with a due slice. The
   * slices that a runtime processes in a row come from these lists one after another.
   */
  #dueJobs(organizationId: string): readonly (readonly StoredJob[])[] {
    const jobs = [...this.#store.jobs.values()].filter((job) => job.organizationId === organizationId)
    const running = jobs.filter(({ status }) => status === 'running')
    const due = running
      .flatMap((job) => this.#slicesOf(job.id).map((slice) => ({ job, slice })))
      .filter(({ slice }) => this.#isDue(slice))
      .toSorted((a, b) => a.slice.dueAt.getTime() - b.slice.dueAt.getTime())
      .map(({ job }) => job)
    return [
      jobs.filter((job) => isQueued(job, this.#clock.now())),
      // Takes running jobs with fewer slices first, because they have progressed least.
      running
        .filter((job) => job.cutSeq < job.audience.to.seq)
        .toSorted((a, b) => this.#slicesOf(a.id).length - this.#slicesOf(b.id).length),
      due,
      due.toReversed(),
    ]
  }

  #verdictOn(job: StoredJob, slice: number, mark: SendingMark, rules: RulesOfMark): Verdict | null {
    const { address } = mark
    if (address === null) return null
    const reply = verdictOfReply(this.#store, job, address)
    if (reply !== null) return reply
    const suppression = suppressionReasonOf(this.#store, job.organizationId, address)
    if (suppression !== null) return suppressionVerdict(suppression)
    return claimAddress(this.#store, { job, slice, mark, address, now: this.#clock.now(), rules })
  }

  #completeIfDone(jobId: string): void {
    const job = this.#store.jobs.get(jobId)
    if (job === undefined || hasEnded(job.status) || job.startedAt === null) return
    if (job.cutSeq < job.audience.to.seq) return
    if (this.#slicesOf(jobId).some(({ closed }) => !closed)) return
    this.#store.jobs.set(jobId, {
      ...resumedJob(job),
      status: 'completed',
      finishedAt: this.#clock.now(),
    })
    noteJob(this.#store, new Writes(), jobId, 'job.completed', this.#clock.now())
  }

  /** Closes a slice of a cancelled job, so that runtimes no longer process it. */
  #giveBack(job: StoredJob, slice: StoredSlice): void {
    closeSlice(this.#store, new Writes(), job, slice, this.#clock.now())
  }

  #started(jobId: string): StoredJob | null {
    const job = this.#store.jobs.get(jobId)
    if (job?.status === 'running') return job
    if (job === undefined || !isQueued(job, this.#clock.now())) return null
    const started: StoredJob = { ...job, status: 'running', startedAt: this.#clock.now() }
    this.#store.jobs.set(jobId, started)
    noteJob(this.#store, new Writes(), jobId, 'job.started', this.#clock.now())
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

  #log(jobId: string, slice: number, { recordId, step, message }: StepSettlement, createdAt: Date): void {
    const organizationId = this.#store.jobs.get(jobId)?.organizationId
    if (!message || organizationId === undefined) return
    const place = { jobId, recordId, step }
    const before = this.#store.messages.get(loggedSlot(place))
    if (before !== undefined && before.state !== 'failed' && before.state !== 'unconfirmed') return
    const keeps = this.#store.organizations.get(organizationId)?.keepsBodies ?? false
    const body = keeps ? {} : { text: null, html: null }
    const kind = this.#store.senders.get(message.senderId ?? '')?.kind
    const isOfApi = kind === 'google' || kind === 'microsoft'
    const awaitsMessageId = isOfApi && message.state === 'sent' && message.messageId !== null
    const ids = { providerMessageId: null, awaitsMessageId }
    const early = [...this.#store.inboundFacts.values()].filter(
      (fact) =>
        fact.loggedState !== undefined && fact.place !== null && loggedSlot(fact.place) === loggedSlot(place),
    )
    const state = early.at(-1)?.loggedState ?? message.state
    const words = early.findLast(({ loggedWords }) => loggedWords)?.loggedWords ?? message.words
    const entry = { ...message, ...body, ...place, ...ids, state, words, organizationId, slice, createdAt }
    this.#store.messages.set(loggedSlot(place), entry)
  }

  #notePassages(jobId: string, slice: number, settled: readonly StepSettlement[]): void {
    const job = this.#store.jobs.get(jobId)
    const version = job && this.#store.versions.get(versionSlot(job.spinnerId, job.spinnerVersion))
    const program = programOf(version?.steps ?? [])
    for (const { recordId, step, nextStep, state, branch } of settled) {
      if (endsWait(program, { step, nextStep, state }))
        this.#store.stepWaits.delete(waitSlot({ jobId, recordId, step }))
      if (branch !== undefined) enterSplitBranch(this.#store, { jobId, slice, step, branch }, recordId)
    }
  }

  #enterDelivery(jobId: string, { recordId, step, delivery }: StepSettlement, at: Date): void {
    const job = this.#store.jobs.get(jobId)
    const version = job && this.#store.versions.get(versionSlot(job.spinnerId, job.spinnerVersion))
    const sender = version && programOf(version.steps)[step]?.step
    const channel = sender === undefined ? null : channelOf(sender)
    if (delivery === null || channel === null) return
    const slot = [jobId, recordId, step].join(' ')
    const stored = { jobId, recordId, step, channel, state: delivery, at }
    this.#store.deliveries.set(slot, stored)
    noteMessage(this.#store, stored)
  }

  /** Makes the next slice of a job from its audience. Records that cancelled jobs returned come first. */
  #cut(job: StoredJob): StoredSlice | null {
    const isBack = job.cutSeq < job.audience.from.seq
    const { ids, cutSeq } = isBack
      ? this.#cutReturns(job)
      : this.#wholeAppends(job, job.cutSeq, job.audience.to.seq)
    if (ids.length === 0 && !isBack && cutSeq === job.cutSeq) return null
    const isThere = (id: number) => this.#store.records.get(job.dataTableId)?.has(id) === true
    const dueAt = this.#clock.now()
    const recipients = new Map(
      ids.filter(isThere).map((id) => [String(id), freshRecipient(String(id), dueAt)] as const),
    )
    this.#store.jobs.set(job.id, { ...job, cutSeq })
    const no = this.#slicesOf(job.id).length + 1
    const deleted = ids.length - recipients.size
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
      preparingRecordId: null,
    }
  }

  /** Returns the records of as many whole appends as fit into one slice. */
  #wholeAppends(job: StoredJob, after: number, to: number): Cut {
    const { dataTableId, spinnerId } = job
    const ids: number[] = []
    const passes = isOverNewRecords(this.#store, job)
    let cutSeq = after
    for (const append of this.#store.appends.get(dataTableId) ?? []) {
      if (append.seq <= cutSeq) continue
      if (append.seq > to || ids.length + append.count > mostRecipientsPerSlice) break
      for (let id = append.firstId; id < append.firstId + append.count; id++)
        if (!passes || !isNamed(this.#store, spinnerId, id)) ids.push(id)
      cutSeq = append.seq
    }
    return { ids, cutSeq }
  }

  /** Returns the next list of records that a cancelled job returned, or the next part of a returned range. */
  #cutReturns(job: StoredJob): Cut {
    const { returns } = this.#store
    const [next] = returnsTakenBy(this.#store, job.id)
    if (next === undefined) throw new Error('The job has no returned records left to cut into slices')
    const cut =
      'recordIds' in next.part ? { ids: next.part.recordIds.map(Number) } : this.#cutRange(job, next.part)
    const rest = 'rest' in cut ? cut.rest : null
    if (rest === null) returns.delete(returnSlot(next))
    else returns.set(returnSlot(next), { ...next, part: rest, records: next.records - cut.ids.length })
    const isLast = returnsTakenBy(this.#store, job.id).length === 0
    return { ids: cut.ids, cutSeq: isLast ? job.audience.from.seq : job.cutSeq }
  }

  #cutRange(job: StoredJob, { fromSeq, toSeq }: LedgerRange) {
    const { ids, cutSeq } = this.#wholeAppends(job, fromSeq, toSeq)
    return { ids, rest: cutSeq < toSeq ? { fromSeq: cutSeq, toSeq } : null }
  }

  #dueRecipient(
    job: StoredJob,
    slice: StoredSlice,
    { recordId, step, attempts, state, evidence }: StoredRecipient,
  ): DueRecipient {
    const data = this.#store.records.get(job.dataTableId)?.get(Number(recordId)) ?? null
    const putOff = state === 'waiting' ? putOffIn(evidence) : null
    return { recordId, step, attempts, data, inDoubt: slice.sending.has(recordId), putOff }
  }
}

function asksZone({ sendWindow, steps }: SpinnerVersion): boolean {
  return sendWindow !== null || !isPlainProgram(programOf(steps))
}

function freshRecipient(recordId: string, dueAt: Date): StoredRecipient {
  return {
    recordId,
    state: 'pending',
    step: 0,
    attempts: 0,
    dueAt,
    error: null,
    reason: null,
    evidence: null,
    updatedAt: dueAt,
  }
}
