import {
  type Activity,
  type ActivityKind,
  type ActivityOverTime,
  type Decision,
  failuresDays,
  mostCountedActivity,
  mostDecisions,
  noActivity,
  type PendingWork,
} from '../../../domain/account/overview.ts'
import { idBeginning, mostSearchHits, type SearchHit } from '../../../domain/account/search-hit.ts'
import type { InboundFactKind } from '../../../domain/sender/inbound/inbound-fact.ts'
import { OverviewQueries } from '../../../ports/account/overview-queries.ts'
import type { Clock } from '../../../ports/clock.ts'
import { isQueued } from '../job/job-status.ts'
import { pausesIn } from '../sender/pacing/sender-breakers.ts'
import type { MemoryStore } from '../store.ts'

interface Happened {
  readonly at: Date
  readonly kind: ActivityKind
  readonly count: number
}

const activityKindOf: Readonly<Partial<Record<InboundFactKind, ActivityKind>>> = {
  reply: 'replies',
  hardBounce: 'bounces',
  softBounce: 'bounces',
  refusal: 'bounces',
  complaint: 'complaints',
}

const dayMilliseconds = 24 * 60 * 60 * 1000

export class MemoryOverviewQueries extends OverviewQueries {
  readonly #store: MemoryStore
  readonly #clock: Clock

  constructor(store: MemoryStore, clock: Clock) {
    super()
    this.#store = store
    this.#clock = clock
  }

  override async activity(organizationId: string, bounds: readonly Date[]): Promise<ActivityOverTime> {
    const parts: Record<keyof Activity, number>[] = bounds.slice(1).map(() => ({ ...noActivity }))
    for (const { at, kind, count } of this.#happened(organizationId)) {
      const part = parts[bounds.filter((bound) => bound <= at).length - 1]
      if (part !== undefined) part[kind] += count
    }
    return { parts, complete: true }
  }

  override async pendingWork(organizationId: string, now: Date): Promise<PendingWork> {
    const jobs = [...this.#store.jobs.values()].filter((job) => job.organizationId === organizationId)
    const count = (belongs: (job: (typeof jobs)[number]) => boolean) =>
      Math.min(mostCountedActivity, jobs.filter(belongs).length)
    const isDue = (job: (typeof jobs)[number]) => isQueued(job, this.#clock.now())
    return {
      jobs: {
        running: count(({ status }) => status === 'running'),
        queued: count(isDue),
        scheduled: count((job) => job.status === 'queued' && !isDue(job)),
        paused: count(({ status }) => status === 'paused'),
      },
      decisions: [
        ...this.#senders(organizationId),
        ...this.#held(organizationId),
        ...this.#starts(organizationId),
        ...this.#failures(organizationId, now),
      ],
    }
  }

  override async foldActivity(): Promise<boolean> {
    return false
  }

  override async search(organizationId: string, words: string): Promise<readonly SearchHit[]> {
    const sought = words.trim().normalize('NFC').toLowerCase()
    const own = <Value extends { readonly organizationId: string }>(map: ReadonlyMap<string, Value>) =>
      [...map.values()].filter((one) => one.organizationId === organizationId)
    const place = (text: string) => text.toLowerCase().indexOf(sought)
    const named = (kind: 'dataTable' | 'spinner', map: ReadonlyMap<string, Named>): SearchHit[] =>
      own(map)
        .filter(({ name }) => place(name) >= 0)
        .toSorted((a, b) => place(a.name) - place(b.name) || (a.name < b.name ? -1 : 1))
        .slice(0, mostSearchHits)
        .map(({ id, name }) => ({ kind, id, name, note: null, at: null }))
    return [
      ...this.#people(organizationId, sought),
      ...named('dataTable', this.#store.tables),
      ...named('spinner', this.#store.spinners),
      ...own(this.#store.senders)
        .filter(({ name, address }) => place(name) >= 0 || place(address) >= 0)
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .slice(0, mostSearchHits)
        .map(({ id, name, address }): SearchHit => ({ kind: 'sender', id, name, note: address, at: null })),
      ...this.#jobs(organizationId, sought),
    ]
  }

  #happened(organizationId: string): readonly Happened[] {
    const { tables, appends, arrivals, messages, outbox, inboundFacts } = this.#store
    const isOwn = (one: { readonly organizationId: string }) => one.organizationId === organizationId
    return [
      ...[...tables.values()]
        .filter(isOwn)
        .flatMap(({ id }) =>
          (appends.get(id) ?? []).map(({ at, count }): Happened => ({ at, kind: 'records', count })),
        ),
      ...[...arrivals.values()]
        .filter(isOwn)
        .flatMap(({ receivedAt, state, heldPositions, records }): Happened[] =>
          state === 'accepted'
            ? []
            : [
                {
                  at: receivedAt,
                  kind: state === 'received' ? 'held' : state,
                  count: heldPositions?.length ?? records ?? 1,
                },
              ],
        ),
      ...[...messages.values()].filter(isOwn).map(
        ({ createdAt, state }): Happened => ({
          at: createdAt,
          kind: state === 'failed' || state === 'unconfirmed' ? state : 'sent',
          count: 1,
        }),
      ),
      ...outbox
        .filter(isOwn)
        .map(({ createdAt }): Happened => ({ at: createdAt, kind: 'captured', count: 1 })),
      ...[...inboundFacts.values()].filter(isOwn).flatMap(({ at, kind, outcome }): Happened[] => {
        const known = activityKindOf[kind]
        return known === undefined || outcome === 'nobody' || outcome === 'unproven'
          ? []
          : [{ at, kind: known, count: 1 }]
      }),
    ]
  }

  #senders(organizationId: string): readonly Decision[] {
    const own = [...this.#store.senders.values()].filter((one) => one.organizationId === organizationId)
    const all = own
      .filter(({ state, trouble }) => state === 'needsAttention' || (state === 'paused' && trouble !== null))
      .map(
        ({ id, name, address, trouble }): Decision => ({
          kind: 'sender',
          senderId: id,
          name,
          address,
          trouble,
          spinner: null,
        }),
      )
    const some = pausesIn(this.#store, organizationId).flatMap((pause): Decision[] => {
      const spinner = this.#store.spinners.get(pause.spinnerId)
      const isConnected = this.#store.senders.get(pause.senderId)?.state === 'connected'
      if (spinner === undefined || !isConnected) return []
      const { senderId, senderName: name, senderAddress: address, trouble } = pause
      return [
        { kind: 'sender', senderId, name, address, trouble, spinner: { id: spinner.id, name: spinner.name } },
      ]
    })
    return [...all, ...some].slice(0, mostDecisions)
  }

  #held(organizationId: string): readonly Decision[] {
    const held = [...this.#store.arrivals.values()]
      .filter(
        ({ organizationId: of, state, dataTableId }) =>
          of === organizationId && state === 'held' && !this.#store.binnedTables.has(dataTableId ?? ''),
      )
      .slice(-mostCountedActivity)
    return [...Map.groupBy(held, ({ dataTableId }) => dataTableId)]
      .map(([dataTableId, { length: count }]): Decision & { readonly count: number } => ({
        kind: 'held',
        dataTableId,
        name: this.#store.tables.get(dataTableId ?? '')?.name ?? null,
        count,
      }))
      .toSorted((a, b) => b.count - a.count)
      .slice(0, mostDecisions)
  }

  #starts(organizationId: string): readonly Decision[] {
    return [...this.#store.spinnerStarts.values()]
      .filter((one) => one.organizationId === organizationId)
      .flatMap(({ spinnerId, stopped }): Decision[] => {
        const spinner = this.#store.spinners.get(spinnerId)
        if (stopped === null || spinner === undefined) return []
        return [{ kind: 'start', spinnerId, name: spinner.name, message: stopped.message, since: stopped.at }]
      })
      .slice(0, mostDecisions)
  }

  #failures(organizationId: string, now: Date): readonly Decision[] {
    const since = now.getTime() - failuresDays * dayMilliseconds
    const jobs = [...this.#store.jobs.values()]
    const recipientsOf = (jobId: string) =>
      [...this.#store.slices.values()]
        .filter((slice) => slice.jobId === jobId)
        .flatMap(({ no, recipients }) => [...recipients.values()].map((one) => ({ slice: no, ...one })))
    const isRetried = (jobId: string, slice: number, recordId: string) =>
      jobs.some(
        ({ id, retryOf }) =>
          retryOf === jobId &&
          recipientsOf(id).some(
            (one) => one.slice === slice && one.recordId === recordId && one.reason !== 'RETURNED',
          ),
      )
    return jobs
      .filter(
        ({ organizationId: owner, createdAt }) => owner === organizationId && createdAt.getTime() >= since,
      )
      .map((job) => ({
        job,
        count: recipientsOf(job.id).filter(
          ({ state, slice, recordId, leaving }) =>
            state === 'failed' && leaving === undefined && !isRetried(job.id, slice, recordId),
        ).length,
      }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => (a.job.id < b.job.id ? 1 : -1))
      .slice(0, mostDecisions)
      .flatMap(({ job, count }): Decision[] => {
        const name = this.#store.spinners.get(job.spinnerId)?.name
        return name === undefined
          ? []
          : [{ kind: 'failures', jobId: job.id, name, count, createdAt: job.createdAt }]
      })
  }

  #people(organizationId: string, sought: string): readonly SearchHit[] {
    const { contacts, suppressions } = this.#store
    const written = [...contacts.values()].map(({ address, ...one }) => ({ ...one, email: address }))
    const addresses = [...written, ...suppressions.values()]
      .filter((one) => one.organizationId === organizationId && one.email.startsWith(sought))
      .map(({ email }) => email)
    return [...new Set(addresses)]
      .toSorted()
      .slice(0, mostSearchHits)
      .map((address) => ({ kind: 'person', id: address, name: address, note: null, at: null }))
  }

  #jobs(organizationId: string, sought: string): readonly SearchHit[] {
    const ids = idBeginning(sought)
    if (ids === null) return []
    return [...this.#store.jobs.values()]
      .filter(
        ({ id, organizationId: owner }) => owner === organizationId && id >= ids.first && id <= ids.last,
      )
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, mostSearchHits)
      .flatMap(({ id, spinnerId, status, createdAt }) => {
        const name = this.#store.spinners.get(spinnerId)?.name
        return name === undefined ? [] : [{ kind: 'job' as const, id, name, note: status, at: createdAt }]
      })
  }
}

interface Named {
  readonly id: string
  readonly name: string
  readonly organizationId: string
}
