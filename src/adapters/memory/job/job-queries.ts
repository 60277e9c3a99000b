import { expectedEndOf, type LastWaiting } from '../../../domain/job/expected-end.ts'
import {
  countsOf,
  hasEnded,
  type JobView,
  reasonsOf,
  type SettledCounts,
  type StartedBy,
} from '../../../domain/job/job.ts'
import { type JobProgress, progressOf, progressParts } from '../../../domain/job/progress.ts'
import { type FailedGroup, samplesOfGroup } from '../../../domain/job/recipient/failed-group.ts'
import { type ReasonCount, reasonOf } from '../../../domain/job/recipient/reason-view.ts'
import type { RecipientOfJob, RecipientView } from '../../../domain/job/recipient/recipient.ts'
import { isUnfinished } from '../../../domain/job/recipient/recipient-state.ts'
import { type SplitArmView, splitArmsOf } from '../../../domain/job/split-arm-figures.ts'
import {
  mostJobsCounted,
  type SpinnerFigures,
  type VersionFigures,
  versionFigures,
} from '../../../domain/job/step-figures.ts'
import type { OpenRecipients } from '../../../domain/job/take-along.ts'
import { itemPositionAfter, numbersAfter, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import { audienceSize } from '../../../domain/spinner/audience.ts'
import {
  isPlainProgram,
  type Program,
  programOf,
  waitSecondsAfterSteps,
} from '../../../domain/spinner/steps/program.ts'
import type { Clock } from '../../../ports/clock.ts'
import {
  type JobFilter,
  JobQueries,
  type JobsOfVersion,
  type RecipientFilter,
} from '../../../ports/job/jobs.ts'
import { isSpinnerWithin } from '../in-projects.ts'
import { oldBefore } from '../old-before.ts'
import { omitFields } from '../omit-fields.ts'
import { pageById } from '../pages.ts'
import { pausesIn } from '../sender/pacing/sender-breakers.ts'
import {
  type MemoryStore,
  type StoredJob,
  type StoredRecipient,
  type StoredSlice,
  versionSlot,
} from '../store.ts'
import { isQueued } from './job-status.ts'
import { openRecipients } from './open-recipients.ts'
import { isRetriedElsewhere } from './retried-elsewhere.ts'
import { liveWorkers } from './runtime-status.ts'
import { countedArms, keepArms } from './slices/step-waits.ts'
import { countsOfJob, stepCounts } from './step-counts.ts'
import { matchesStepFilter } from './step-filter.ts'

export class MemoryJobQueries extends JobQueries {
  readonly #store: MemoryStore
  readonly #clock: Clock

  constructor(store: MemoryStore, clock: Clock) {
    super()
    this.#store = store
    this.#clock = clock
  }

  override async find(organizationId: string, jobId: string): Promise<JobView | null> {
    const job = this.#store.jobs.get(jobId.toLowerCase())
    return job?.organizationId === organizationId ? this.#view(job) : null
  }

  override async list(
    organizationId: string,
    { spinnerId, status, version, source, since, until, projectIds = null }: JobFilter,
    page: Page,
  ): Promise<PageOf<JobView>> {
    const belongs = (job: StoredJob) =>
      job.organizationId === organizationId &&
      (spinnerId === null || job.spinnerId === spinnerId) &&
      isSpinnerWithin(this.#store, job.spinnerId, projectIds) &&
      (status === null || job.status === status) &&
      (version ?? job.spinnerVersion) === job.spinnerVersion &&
      (source ?? job.source) === job.source &&
      (since ?? job.createdAt) <= job.createdAt &&
      (until ?? job.createdAt) >= job.createdAt
    const { items, next } = pageById(this.#store.jobs.values(), page, belongs, true)
    return { items: items.map((job) => this.#view(job)), next }
  }

  override async recipients(
    jobId: string,
    filter: RecipientFilter,
    page: Page,
  ): Promise<PageOf<RecipientView>> {
    const [no, id] = numbersAfter(page) ?? [0, 0]
    const rest = this.#recipientsOf(jobId, filter).filter(
      ({ slice, recipient }) => slice.no > no || (slice.no === no && Number(recipient.recordId) > id),
    )
    const found = pageOf(rest, page, ({ slice, recipient }) => `${slice.no}.${recipient.recordId}`)
    return { items: found.items.map((one) => this.#recipientView(one)), next: found.next }
  }

  override async recipientsOf(
    { organizationId, spinnerId, version }: JobsOfVersion,
    filter: RecipientFilter,
    page: Page,
  ): Promise<PageOf<RecipientOfJob>> {
    const [after, no, id] = itemPositionAfter(page) ?? [null, 0, 0]
    const isSuch = (job: StoredJob) => job.organizationId === organizationId && job.spinnerId === spinnerId
    const rest = latestOf(this.#store, isSuch)
      .filter(({ spinnerVersion }) => spinnerVersion === version)
      .filter((job) => after === null || job.id <= after)
      .filter(
        ({ status }) => status !== 'cancelled' || (filter.state !== 'pending' && filter.state !== 'waiting'),
      )
      .flatMap((job) =>
        this.#recipientsOf(job.id, filter).filter(
          ({ slice, recipient }) =>
            job.id !== after || slice.no > no || (slice.no === no && Number(recipient.recordId) > id),
        ),
      )
      .filter(
        ({ slice, recipient }) =>
          (recipient.state !== 'failed' && recipient.state !== 'unconfirmed') ||
          !isRetriedElsewhere(this.#store, slice, recipient),
      )
    const found = pageOf(
      rest,
      page,
      ({ slice, recipient }) => `${slice.jobId}.${slice.no}.${recipient.recordId}`,
    )
    const items = found.items.map((one) => ({ ...this.#recipientView(one), jobId: one.slice.jobId }))
    return { items, next: found.next }
  }

  override async failures(jobId: string): Promise<readonly FailedGroup[]> {
    const slices = [...this.#store.slices.values()].filter((slice) => slice.jobId === jobId)
    const failed = slices.flatMap((slice) =>
      [...slice.recipients.values()]
        .filter(({ state }) => state === 'failed')
        .map((recipient) => ({ ...recipient, retried: isRetriedElsewhere(this.#store, slice, recipient) })),
    )
    const changes = this.#store.changes.get(this.#store.jobs.get(jobId)?.dataTableId ?? '') ?? []
    const isChanged = ({ recordId, updatedAt }: (typeof failed)[number]) =>
      changes.some((change) => change.recordId === recordId && change.at > updatedAt)
    const groups = Map.groupBy(failed, ({ step, reason }) => `${step} ${reason}`)
    return [...groups.values()]
      .map((group) => {
        const [{ step, reason: code }] = group as [(typeof group)[number]]
        const errors = [...Map.groupBy(group, ({ error }) => error).values()]
        const alike = new Map(errors.flatMap((same) => same.map((one, place) => [one, place] as const)))
        const samples = group
          .toSorted((a, b) => (alike.get(a) ?? 0) - (alike.get(b) ?? 0))
          .slice(0, samplesOfGroup)
          .map(({ recordId, error }) => ({ recordId, error }))
        const retried = group.filter((one) => one.retried).length
        const stopped = group.filter((one) => !one.retried && one.leaving !== undefined).length
        const changed = group.filter(
          (one) => !one.retried && one.leaving === undefined && isChanged(one),
        ).length
        return { step, code, count: group.length, retried, stopped, changed, samples }
      })
      .toSorted((a, b) => b.count - a.count || a.step - b.step || (`${a.code}` < `${b.code}` ? -1 : 1))
  }

  override async progress(job: JobView): Promise<JobProgress> {
    const from = job.startedAt?.getTime() ?? 0
    const to = job.finishedAt ?? this.#clock.now()
    const parts = [...this.#store.slices.values()]
      .filter(({ jobId }) => jobId === job.id)
      .flatMap(({ recipients }) => [...recipients.values()])
      .flatMap(({ state, updatedAt }) => {
        if (isUnfinished(state)) return []
        const part = Math.floor(((updatedAt.getTime() - from) / (to.getTime() - from || 1)) * progressParts)
        return [{ part: Math.min(part, progressParts - 1), state, count: 1 }]
      })
    return progressOf(job, { whole: !this.#store.countsOfCleared.has(job.id), to, parts })
  }

  override async programsOf(
    organizationId: string,
    jobIds: readonly string[],
  ): Promise<ReadonlyMap<string, Program>> {
    const jobs = jobIds.map((id) => this.#store.jobs.get(id))
    const found = jobs.flatMap((job) => {
      const version = job && this.#store.versions.get(versionSlot(job.spinnerId, job.spinnerVersion))
      if (job?.organizationId !== organizationId || version === undefined) return []
      const program = programOf(version.steps)
      return isPlainProgram(program) ? [] : [[job.id, program] as const]
    })
    return new Map(found)
  }

  override async openOf(spinnerId: string, except: number): Promise<readonly OpenRecipients[]> {
    return openRecipients(this.#store, spinnerId, except)
  }

  override async armsOf(organizationId: string, jobId: string): Promise<readonly SplitArmView[]> {
    const program = (await this.programsOf(organizationId, [jobId])).get(jobId)
    return program === undefined ? [] : splitArmsOf(program, countedArms(this.#store, jobId))
  }

  override async figuresOfJob(organizationId: string, jobId: string): Promise<VersionFigures | null> {
    const job = this.#store.owned(this.#store.jobs, organizationId, jobId)
    if (job === null) return null
    const counts = stepCounts(this.#store, job.spinnerVersion, [job])
    return versionFigures(this.#programOf(job.spinnerId, job.spinnerVersion), counts)
  }

  override async figuresOfSpinner(organizationId: string, spinnerId: string): Promise<SpinnerFigures> {
    const jobs = latestOf(
      this.#store,
      (job) => job.organizationId === organizationId && job.spinnerId === spinnerId,
    )
    const versions = [...Map.groupBy(jobs, ({ spinnerVersion }) => spinnerVersion)]
      .toSorted(([a], [b]) => b - a)
      .map(([version, of]) =>
        versionFigures(this.#programOf(spinnerId, version), stepCounts(this.#store, version, of), true),
      )
    return { versions, more: jobs.length >= mostJobsCounted }
  }

  override async clearEnded(before: Date): Promise<boolean> {
    const { jobs, slices, outbox, messages, countsOfCleared } = this.#store
    const all = [...jobs.values()]
    const isOld = (job: StoredJob) =>
      job.finishedAt !== null &&
      job.finishedAt < oldBefore(this.#store, job.organizationId, before, this.#clock.now())
    const isRetried = (job: StoredJob) =>
      all.some(({ id, retryOf }) => retryOf === job.id && !countsOfCleared.has(id))
    const job = all.find((one) => isOld(one) && !countsOfCleared.has(one.id) && !isRetried(one))
    if (job === undefined) return false
    const counted = {
      ...settledCounts(this.#store, job.id),
      reasons: countedReasons(this.#store, job.id),
      returned: countedReturned(this.#store, job),
      ...countsOfJob(this.#store, job),
    }
    keepArms(this.#store, job.id)
    countsOfCleared.set(job.id, counted)
    for (const [slot, slice] of slices) if (slice.jobId === job.id) slices.delete(slot)
    outbox.splice(0, outbox.length, ...outbox.filter(({ jobId }) => jobId !== job.id))
    for (const [slot, { jobId }] of messages) if (jobId === job.id) messages.delete(slot)
    return true
  }

  #recipientsOf(jobId: string, { state, reason, at = null }: RecipientFilter): readonly RecipientOfSlice[] {
    const isCancelled = this.#store.jobs.get(jobId)?.status === 'cancelled'
    return [...this.#store.slices.values()]
      .filter((slice) => slice.jobId === jobId)
      .flatMap((slice) => [...slice.recipients.values()].map((recipient) => ({ slice, recipient })))
      .filter(({ recipient }) => state === null || recipient.state === state)
      .filter(({ recipient }) => at === null || matchesStepFilter(at, recipient))
      .filter(({ recipient }) => reason === null || reasonOf(recipient, isCancelled)?.code === reason)
  }

  #recipientView({ slice, recipient }: RecipientOfSlice): RecipientView {
    const isCancelled = this.#store.jobs.get(slice.jobId)?.status === 'cancelled'
    return {
      ...omitFields(recipient, 'dueAt', 'evidence', 'leaving', 'senderId', 'cameIn'),
      reason: reasonOf(recipient, isCancelled),
    }
  }

  #startedBy({ startedByUser = null, startedByKey = null }: StoredJob): StartedBy | null {
    const { users, apiKeys } = this.#store
    if (startedByUser !== null)
      return { kind: 'user', id: startedByUser, name: users.get(startedByUser)?.email ?? null }
    if (startedByKey !== null)
      return { kind: 'key', id: startedByKey, name: apiKeys.get(startedByKey)?.name ?? null }
    return null
  }

  #view(job: StoredJob): JobView {
    const counts = countsOf(audienceSize(job.audience), settledCounts(this.#store, job.id))
    const now = this.#clock.now()
    const unattended = isQueued(job, now) && liveWorkers(this.#store, now).length === 0
    const view = omitFields(
      job,
      'audience',
      'dataTableId',
      'cutSeq',
      'returned',
      'named',
      'data',
      'startedByUser',
      'startedByKey',
    )
    const counted = countedReasons(this.#store, job.id)
    const reasons = reasonsOf(job.status, counts, counted, countedReturned(this.#store, job))
    const retries = [...this.#store.jobs.values()]
      .filter(({ retryOf }) => retryOf === job.id)
      .map(({ id, status, createdAt }) => ({ id, status, createdAt }))
    const retryOf = job.retryOf ?? null
    const expectedEnd = expectedEndOf(job.status, counts, lastWaitingOf(this.#store, job))
    const pauses = pausesIn(this.#store, job.organizationId).filter(
      ({ spinnerId }) => spinnerId === job.spinnerId && !hasEnded(job.status),
    )
    const { paused: pause, ...shown } = view
    const user = this.#store.users.get(pause?.actorId ?? '')?.email ?? null
    const apiKey = this.#store.apiKeys.get(pause?.actorId ?? '')?.name ?? null
    const paused = pause === undefined ? null : { at: pause.at, by: pause.by, user, apiKey }
    return {
      ...shown,
      paused,
      startedBy: this.#startedBy(job),
      counts,
      reasons,
      expectedEnd,
      pauses,
      error: null,
      unattended,
      retryOf,
      retries,
    }
  }

  #programOf(spinnerId: string, version: number): Program {
    return programOf(this.#store.versions.get(versionSlot(spinnerId, version))?.steps ?? [])
  }
}

interface RecipientOfSlice {
  readonly slice: StoredSlice
  readonly recipient: StoredRecipient
}

function lastWaitingOf(store: MemoryStore, job: StoredJob): LastWaiting | null {
  const last = [...store.slices.values()]
    .filter(({ jobId }) => jobId === job.id)
    .flatMap(({ recipients }) => [...recipients.values()])
    .filter(({ state }) => state === 'waiting')
    .toSorted((a, b) => b.dueAt.getTime() - a.dueAt.getTime())
    .at(0)
  if (last === undefined) return null
  const steps = store.versions.get(versionSlot(job.spinnerId, job.spinnerVersion))?.steps ?? []
  return { dueAt: last.dueAt, waitSeconds: waitSecondsAfterSteps(programOf(steps))[last.step] ?? 0 }
}

function settledCounts({ slices, countsOfCleared }: MemoryStore, jobId: string): SettledCounts {
  const counts = { waiting: 0, done: 0, skipped: 0, failed: 0, unconfirmed: 0, stopped: 0, deleted: 0 }
  for (const slice of slices.values()) {
    if (slice.jobId !== jobId) continue
    counts.deleted += slice.deleted
    for (const { state } of slice.recipients.values()) if (state !== 'pending') counts[state]++
  }
  const cleared = countsOfCleared.get(jobId)
  return cleared === undefined ? counts : omitFields(cleared, 'reasons', 'returned', 'byState', 'entered')
}

/** Returns how many records of a cancelled job were given back to its spinner for the next job. */
function countedReturned(store: MemoryStore, { id, returned }: StoredJob): number {
  const inSlices = countedReasons(store, id).filter(({ code }) => code === 'RETURNED')
  return store.countsOfCleared.get(id)?.returned ?? inSlices.reduce((sum, { count }) => sum + count, returned)
}

function countedReasons({ slices, countsOfCleared }: MemoryStore, jobId: string): readonly ReasonCount[] {
  const counted = new Map<string, ReasonCount>()
  for (const slice of slices.values()) {
    if (slice.jobId !== jobId) continue
    for (const { reason, state } of slice.recipients.values()) {
      if (reason === null) continue
      const count = (counted.get(`${reason} ${state}`)?.count ?? 0) + 1
      counted.set(`${reason} ${state}`, { code: reason, state, count })
    }
  }
  return countsOfCleared.get(jobId)?.reasons ?? [...counted.values()]
}

/** Returns the jobs for which `isSuch` is true, newest first, up to `mostJobsCounted`. */
function latestOf(store: MemoryStore, isSuch: (job: StoredJob) => boolean): readonly StoredJob[] {
  return [...store.jobs.values()]
    .filter(isSuch)
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, mostJobsCounted)
}
