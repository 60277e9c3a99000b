import type { KnownJob, KnownSpinner, Model } from '../../model/model.ts'
import type { Simulation } from '../../run/simulation.ts'
import { type Compared, each, type Promised } from '../promise.ts'

interface Recipient {
  readonly job: string
  readonly record: string
  /** The simulator's name of the record; null if the record was deleted. */
  readonly ref: string | null
  readonly isReturned: boolean
  /** Whether a cancelled job that named the record did not finish it. Another trigger that named it may then have it. */
  readonly isUnfinished: boolean
  /** Whether the trigger of the job named its records, or all records were its audience. */
  readonly isOther: boolean
}

interface JobOfSpinner {
  readonly id: string
  readonly status: string
  readonly isClosed: boolean
  readonly isCleared: boolean
  /** Whether the trigger of the job named its records, or a segment. */
  readonly isNamed: boolean
}

/** The jobs that took a record, and the jobs that returned it when they were cancelled. */
interface Places {
  readonly plain: Set<string>
  readonly other: Set<string>
  readonly returned: Set<string>
}

/** The knowledge of earlier checks, because the recipients of a job are deleted in time. */
interface Seen {
  /** The places of each record of a spinner, by the ids of both. */
  readonly places: Map<string, Places>
  /** The records of tables, by the simulator's names. */
  readonly ids: Map<string, string>
  /** The number of the event by which a cancelled job had returned all of its records. */
  readonly closed: Map<string, number>
  /** The cancelled jobs whose recipients were deleted before a check saw which of them were returned. */
  readonly unclear: Set<string>
  /** The jobs whose recipients were seen. */
  readonly jobs: Set<string>
  /** The time of the latest restore of a backup at the last check. */
  restoredAt: Date | null
}

const seenBy = new WeakMap<Model, Seen>()

/**
 * Compares the recipients of the jobs over new records of each spinner, by the ids of the records. It leaves out:
 * - whether a job took a record, if the recipients of a job of the spinner were deleted before a check saw them, while a job of the spinner that may hold it has not begun, in tables with match columns
 *   (a later record of a person becomes part of an earlier one), for records that existed at a publish that may exclude
 *   them, and for jobs whose trigger got no answer;
 * - jobs that named their records, took all records or those of a segment, which may take a record again.
 */
export const exactAudiences: Promised = {
  promise: 'A spinner over new records takes each record in exactly one job',
  when: 'quiet',
  holds: async (simulation) => {
    const { model, demo, rows } = simulation
    const seen = seenBy.get(model) ?? nothingSeen()
    seenBy.set(model, seen)
    if (seen.restoredAt !== model.restoredAt) await forgetLostJobs(simulation, seen)
    const recipients = await rows<Recipient & { readonly spinner: string }>(
      `select j.spinner_id as spinner, r.job_id as job, r.record_id::text as record, d.data ->> 'ref' as ref,
              r.reason is not distinct from 'RECORD_RELEASED' as "isReturned",
              j.has_explicit_audience and j.status = 'cancelled' and r.status in ('pending', 'waiting') as "isUnfinished",
              j.has_explicit_audience or v.audience = 'all' as "isOther"
         from jobs j join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
         join recipients r on r.job_id = j.id
         left join records d on d.data_table_id = j.data_table_id and d.id = r.record_id
        where j.organization_id = $1 and j.root_job_id is null`,
      [demo.organizationId],
    )
    const isHandedOn = ({ job, record, isUnfinished }: Recipient) =>
      isUnfinished && model.steps.of(job, record).every(({ delivery }) => (delivery ?? 'failed') === 'failed')
    for (const recipient of recipients) note(seen, recipient, isHandedOn(recipient))
    const parts: Compared[] = []
    for (const spinner of model.spinners) parts.push(await takenAtAll(simulation, spinner, seen))
    parts.push(takenOnce(model, seen, recipients))
    return {
      compared: parts.reduce((sum, { compared }) => sum + compared, 0),
      violations: parts.flatMap(({ violations }) => violations),
    }
  },
}

function nothingSeen(): Seen {
  return {
    places: new Map(),
    ids: new Map(),
    closed: new Map(),
    unclear: new Set(),
    jobs: new Set(),
    restoredAt: null,
  }
}

/** Forgets the jobs that a restored backup does not have, and when jobs returned their records. */
async function forgetLostJobs({ model, rows }: Simulation, seen: Seen): Promise<void> {
  seen.restoredAt = model.restoredAt
  seen.closed.clear()
  const stored = new Set((await rows<{ id: string }>('select id from jobs')).map(({ id }) => id))
  for (const { plain, other, returned } of seen.places.values())
    for (const jobs of [plain, other, returned])
      for (const job of jobs) if (!stored.has(job)) jobs.delete(job)
}

function note(
  { places, ids, jobs: seenJobs }: Seen,
  one: Recipient & { readonly spinner: string },
  isHandedOn: boolean,
): void {
  const { spinner, job, record, ref, isReturned, isOther } = one
  if (ref !== null) ids.set(ref, record)
  seenJobs.add(job)
  const name = `${spinner} ${record}`
  const at = places.get(name) ?? { plain: new Set(), other: new Set(), returned: new Set() }
  places.set(name, at)
  for (const jobs of [at.plain, at.other, at.returned]) jobs.delete(job)
  // A record that may be handed on is expected in no later job, because the job never counts as closed under this name.
  if (isHandedOn && !isReturned) at.returned.add(`${job}, handed on`)
  else (isReturned ? at.returned : isOther ? at.other : at.plain).add(job)
}

/** A record is in one job over new records at most, and in none that began after a job to which a trigger named it. */
function takenOnce(model: Model, { places, unclear }: Seen, recipients: readonly Recipient[]): Compared {
  const jobs = new Map(model.jobs.map((job) => [job.id, job]))
  const nameOf = (id: string) => jobs.get(id)?.name ?? id
  const changed = new Set(recipients.map(({ record }) => record))
  const changedPlaces = [...places].filter(
    ([name, { plain }]) => plain.size > 0 && changed.has(recordIn(name)),
  )
  return each(changedPlaces, ([name, { plain, other }]) => {
    const record = recordIn(name)
    const [first, second] = [...plain].filter((job) => !unclear.has(job))
    if (first === undefined) return null
    if (second !== undefined) return `record ${record} is in ${nameOf(first)} and in ${nameOf(second)}`
    const begun = jobs.get(first)?.begun ?? 0
    const earlier = [...other].find(
      (id) => namesAtTrigger(jobs.get(id)) && (jobs.get(id)?.answered ?? Infinity) < begun,
    )
    return earlier === undefined
      ? null
      : `record ${record} was new for ${nameOf(first)}, after ${nameOf(earlier)} had named it`
  })
}

/** Returns whether a job certainly had its records when its trigger was answered. A job over a segment may take them later. */
function namesAtTrigger(job: KnownJob | undefined): boolean {
  return job?.segment === null || job?.segment?.decide === 'now'
}

function recordIn(name: string): string {
  return name.slice(name.indexOf(' ') + 1)
}

/** Each acknowledged record is in the first job over new records that began after its acknowledgement, or in an earlier one. */
async function takenAtAll(
  { model, rows, clock }: Simulation,
  spinner: KnownSpinner,
  seen: Seen,
): Promise<Compared> {
  const { table } = spinner
  const stored = await rows<JobOfSpinner>(
    `select j.id, j.status, j.cleared as "isCleared", j.has_explicit_audience as "isNamed",
            not exists (select from slices s where s.job_id = j.id and is_unfinished_slice(s.status)) as "isClosed"
       from jobs j where j.spinner_id = $1 and j.root_job_id is null`,
    [spinner.id],
  )
  const now = model.moments.next()
  for (const { id, status, isClosed, isCleared } of stored)
    if (status === 'cancelled' && isClosed && !seen.closed.has(id)) {
      seen.closed.set(id, now)
      if (isCleared) seen.unclear.add(id)
    }
  const isUnseen = stored.some(({ id, isCleared }) => isCleared && !seen.jobs.has(id))
  // The records of a table in the bin have no names, by which they are found in the jobs.
  // The recipients of a spinner that is deleted permanently are deleted before its jobs.
  const isDeleted = !spinner.bin.mustBeStored(clock.latest)
  if (table.wasMatched || table.bin.mayBeInBin || isDeleted || isUnseen)
    return { compared: 0, violations: [] }
  const jobs = model.jobs.filter((job) => job.spinner === spinner)
  const certain = jobs.filter(
    ({ id, audience }) =>
      audience === 'spinner' &&
      stored.some(({ id: of, status, isNamed }) => of === id && begun.has(status) && !isNamed),
  )
  // A job that has not begun has no recipients yet, and a cancelled job holds records until it has returned them all.
  const holders = stored
    .filter(({ status }) => !begun.has(status))
    .map(({ id }) => ({
      from: jobs.find((job) => job.id === id)?.begun ?? 0,
      until: seen.closed.get(id) ?? Number.POSITIVE_INFINITY,
    }))
  const takers = certain.filter((job) =>
    holders.every(({ from, until }) => from > job.answered || until < job.begun),
  )
  const due = table.sendings.filter((sending) => sending.begun >= spinner.starts.mayLeaveOutUntil)
  return each(
    due.flatMap(({ refs, ended }) => refs.map((ref) => ({ ref, ended }))),
    ({ ref, ended }) => {
      const at = seen.places.get(`${spinner.id} ${seen.ids.get(ref) ?? ''}`)
      // A record that was deleted, and perhaps restored, may have been in the bin when a job began.
      if (model.records.presence(ref).ever().includes(false))
        return model.restoredAt === null
          ? passedFault(model, spinner, { ref, ended, at, jobs: certain })
          : null
      if (at !== undefined && at.plain.size + at.other.size > 0) return null
      const free = freeSince(at, ended, seen)
      const job = takers.find((taker) => taker.begun > free)
      if (job === undefined) return null
      return `${ref} of ${table.name} is in no job of ${spinner.name}, although ${job.name} began after it came${at === undefined ? '' : ' back from a cancelled job'}`
    },
  )
}

/**
 * Returns a fault if a job over new records took a record that was certainly in the bin at an earlier start of the spinner
 * over all records until then. Leaves out records that a cancelled job may have returned since.
 */
function passedFault(
  model: Model,
  spinner: KnownSpinner,
  { ref, ended, at, jobs }: { ref: string; ended: number; at: Places | undefined; jobs: readonly KnownJob[] },
): string | null {
  if (at === undefined || at.returned.size > 0 || at.other.size > 0) return null
  const starts = [...model.emptyStarts.filter((emptyStart) => emptyStart.spinner === spinner), ...jobs]
  const presence = model.records.presence(ref)
  const passed = starts.find(
    ({ begun: from, answered }) => from > ended && !presence.possibleBetween(from, answered).includes(true),
  )
  if (passed === undefined) return null
  const later = model.jobs.find(({ id, begun: from }) => at.plain.has(id) && from > passed.answered)
  return later === undefined
    ? null
    : `${ref} is in ${later.name} of ${spinner.name}, although it was in the bin at an earlier start`
}

/** The states of jobs all of whose recipients are stored. */
const begun = new Set(['running', 'completed'])

/** Returns the number of the event since which a record is new for the jobs of a spinner. */
function freeSince(at: Places | undefined, acknowledged: number, { closed }: Seen): number {
  const returned = [...(at?.returned ?? [])].map((id) => closed.get(id) ?? Number.POSITIVE_INFINITY)
  return Math.max(acknowledged, ...returned)
}
