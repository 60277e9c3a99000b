import { isDeepStrictEqual } from 'node:util'
import { AllowedNetworks } from '../../../domain/account/api-keys/allowed-networks.ts'
import type { AuditEntry } from '../../../domain/account/audit/audit-entry.ts'
import { isUnfinished } from '../../../domain/job/recipient/recipient-state.ts'
import type { Lease } from '../../../domain/job/slice.ts'
import { invalidCursor, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import type { AdvanceFault, TestClock } from '../../../domain/test-mode/test-clock.ts'
import type { TimelineEntry } from '../../../domain/test-mode/timeline.ts'
import {
  type CredentialOwner,
  type DueAnswer,
  type PlannedReaction,
  type StoredReaction,
  type TestCall,
  TestClocks,
  type TimelineFilter,
} from '../../../ports/test-mode/test-clocks.ts'
import { wakeChanged } from '../job/slices/step-waits.ts'
import { omitFields } from '../omit-fields.ts'
import { hasNew } from '../spinner/new-records.ts'
import type { MemoryStore, StoredTestClock } from '../store.ts'
import { timelineEntriesOf } from './timeline-entries.ts'

export class MemoryTestClocks extends TestClocks {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async isTest(organizationId: string): Promise<boolean> {
    return this.#store.testClocks.has(organizationId)
  }

  override async find(organizationId: string): Promise<TestClock | null> {
    const clock = this.#store.testClocks.get(organizationId)
    return clock === undefined ? null : omitFields(clock, 'lease')
  }

  override async ofCredential(digest: string): Promise<CredentialOwner | null> {
    const { tables, eventTokens } = this.#store
    const key = this.#store.keyByDigest(digest)
    const networks = key?.allowedNetworks ?? null
    const holders = [
      key,
      [...tables.values()].find(
        (one) => one.ingestTokenDigest === digest || one.previousTokenDigest === digest,
      ),
      [...eventTokens.values()].find((one) => one.digest === digest),
    ]
    const organizationId = holders.find((one) => one !== undefined)?.organizationId
    if (organizationId === undefined) return null
    const allowedNetworks = networks === null ? null : new AllowedNetworks(networks)
    return { clock: await this.find(organizationId), allowedNetworks }
  }

  override async hold(organizationId: string, { holder, seconds }: Lease): Promise<TestClock | null> {
    const clock = this.#store.testClocks.get(organizationId)
    const at = Date.now()
    if (clock === undefined || (clock.lease !== null && clock.lease.until.getTime() > at)) return null
    const lease = { holder, until: new Date(at + seconds * 1000) }
    this.#store.testClocks.set(organizationId, { ...clock, lease })
    return omitFields(clock, 'lease')
  }

  override async moveTo(organizationId: string, lease: Lease, now: Date): Promise<boolean> {
    return this.#change(organizationId, lease, (clock) => ({ ...clock, now, moments: clock.moments + 1 }))
  }

  override async end(organizationId: string, lease: Lease, error: AdvanceFault | null): Promise<boolean> {
    return this.#change(organizationId, lease, (clock) => ({ ...clock, target: null, error }))
  }

  override async letGo(organizationId: string, lease: Lease): Promise<void> {
    this.#change(organizationId, lease, (clock) => ({ ...clock, lease: null }))
  }

  override async wake(_organizationId: string, now: Date): Promise<void> {
    wakeChanged(this.#store, now)
  }

  override async nextDue(organizationId: string, now: Date): Promise<Date | null> {
    const { jobs, slices, spinnerStarts, spinners, testAnswers } = this.#store
    const times: number[] = []
    const ofJobs = [...jobs.values()].filter((job) => job.organizationId === organizationId)
    for (const job of ofJobs) {
      if (job.status === 'queued') times.push((job.startsAt ?? now).getTime())
      if (job.status !== 'running') continue
      if (job.cutSeq < job.audience.to.seq) times.push(now.getTime())
      for (const slice of slices.values())
        if (slice.jobId === job.id && !slice.closed)
          for (const recipient of slice.recipients.values())
            if (isUnfinished(recipient.state)) times.push(recipient.dueAt.getTime())
    }
    for (const start of spinnerStarts.values()) {
      if (start.organizationId !== organizationId || start.checkAt === null) continue
      const spinner = spinners.get(start.spinnerId)
      const isIdle = start.starts.on === 'records' && !(spinner && hasNew(this.#store, spinner))
      if (!isIdle) times.push(start.checkAt.getTime())
    }
    for (const answer of testAnswers.values())
      if (answer.organizationId === organizationId && answer.playedAt === null)
        times.push(answer.dueAt.getTime())
    return times.length === 0 ? null : new Date(Math.max(now.getTime(), Math.min(...times)))
  }

  override async unattended(most: number): Promise<readonly string[]> {
    return [...this.#store.testClocks.values()]
      .filter(
        ({ target, lease }) =>
          (target !== null || lease !== null) && (lease === null || lease.until.getTime() <= Date.now()),
      )
      .map(({ organizationId }) => organizationId)
      .slice(0, most)
  }

  override async keepAnswer(
    organizationId: string,
    answer: PlannedReaction,
    audit: AuditEntry | null = null,
  ): Promise<StoredReaction> {
    const key = slotOf(answer)
    const stored = this.#store.testAnswers.get(key)
    if (stored !== undefined) {
      if (!isDeepStrictEqual(stored.inbound, answer.inbound)) return 'other'
      return stored.playedAt === null ? 'pending' : 'played'
    }
    const isKnown = this.#store.jobs.has(answer.place.jobId) || this.#addressOf(answer.place) !== null
    if (!isKnown) return 'noMessage'
    this.#store.testAnswers.set(key, { ...answer, organizationId, playedAt: null })
    if (audit !== null) this.#store.auditEntries.set(audit.id, audit)
    return 'stored'
  }

  override async dueAnswers(organizationId: string, now: Date, most: number): Promise<readonly DueAnswer[]> {
    return [...this.#store.testAnswers.values()]
      .filter(
        (answer) =>
          answer.organizationId === organizationId && answer.playedAt === null && answer.dueAt <= now,
      )
      .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
      .slice(0, most)
      .map(({ place, dueAt, inbound }) => ({ place, dueAt, inbound, address: this.#addressOf(place) }))
  }

  override async notePlayed(answer: PlannedReaction, at: Date): Promise<void> {
    const kept = this.#store.testAnswers.get(slotOf(answer))
    if (kept !== undefined) this.#store.testAnswers.set(slotOf(answer), { ...kept, playedAt: at })
  }

  #addressOf({ jobId, recordId, step }: PlannedReaction['place']): string | null {
    const isAt = (one: { jobId: string; recordId: string; step: number }) =>
      one.jobId === jobId && one.recordId === recordId && one.step === step
    return [...this.#store.messages.values()].find(isAt)?.address ?? null
  }

  #change(
    organizationId: string,
    { holder, seconds }: Lease,
    change: (clock: StoredTestClock) => StoredTestClock,
  ): boolean {
    const clock = this.#store.testClocks.get(organizationId)
    if (clock?.lease?.holder !== holder) return false
    const lease = { holder, until: new Date(Date.now() + seconds * 1000) }
    this.#store.testClocks.set(organizationId, change({ ...clock, lease }))
    return true
  }

  override async timeline(
    organizationId: string,
    { spinnerId, email }: TimelineFilter,
    page: Page,
  ): Promise<PageOf<TimelineEntry>> {
    const after = page.after
    if (after !== null && !/^\d{1,18}\.[\w-]{1,150}$/.test(after)) throw invalidCursor()
    const entries = timelineEntriesOf(this.#store, organizationId)
      .filter(
        (one) =>
          (spinnerId === null || one.spinnerId === spinnerId) && (email === null || one.email === email),
      )
      .toSorted((a, b) => compared(a, b))
    const from = after === null ? 0 : entries.findIndex((one) => keyOf(one) === after) + 1
    return pageOf(entries.slice(from, from + page.limit + 1), page, keyOf)
  }

  override async addCall(call: TestCall): Promise<void> {
    if (this.#store.jobs.has(call.jobId)) this.#store.testCalls.set(call.id, call)
  }
}

const slotOf = ({ place, dueAt, inbound }: PlannedReaction): string =>
  `${place.jobId} ${place.recordId} ${place.step} ${inbound.kind} ${dueAt.getTime()}`

const keyOf = ({ at, id }: TimelineEntry): string => `${at.getTime() * 1000}.${id}`

function compared(a: TimelineEntry, b: TimelineEntry): number {
  return a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1)
}
