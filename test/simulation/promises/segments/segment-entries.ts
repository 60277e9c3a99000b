import type { Starts } from '../../../../src/domain/spinner/starts.ts'
import type { KnownJob, KnownSpinner, Model } from '../../model/model.ts'
import { resultsOf } from '../../model/path/conditions.ts'
import type { KnownSegment } from '../../model/segment/known-segment.ts'
import type { Simulation } from '../../run/simulation.ts'
import type { Promised } from '../promise.ts'

type SegmentStarts = Extract<Starts, { on: 'segment' }>

const dayMs = 86_400_000
/** The time in milliseconds after the window of a spinner until which a record that entered has certainly started. */
const slackMs = 120_000

/** A spinner that starts on entries at this moment, and that nothing keeps from starting. */
interface Watching {
  readonly spinner: KnownSpinner
  readonly starts: SegmentStarts
  readonly segment: KnownSegment
}

/** A moment at which no work was due. */
interface Quiet {
  readonly moment: number
  readonly at: Date
}

/** The records of a spinner at earlier quiet moments of one unchanged publication. */
interface Watched {
  since: Quiet
  /** The last quiet moment at which a record certainly did not belong to the segment, by names of records. */
  readonly outside: Map<string, Quiet>
  /** The first quiet moment at which a record certainly belonged to the segment, after one of `outside`. */
  readonly entered: Map<string, Quiet>
}

interface Seen {
  /** The moments of the run at which no work was due, in their order. */
  readonly quiet: Quiet[]
  readonly watched: Map<string, Watched>
  readonly compared: Set<string>
  /** The started records of each job, which stay after the details of a job are deleted. */
  readonly started: Map<string, StartRow>
  restoredAt: Date | null
}

const seenOf = new WeakMap<Model, Seen>()

interface StartRow {
  readonly jobId: string
  readonly ref: string
}

/**
 * Compares the records that started by entering a segment with the cells that the simulator knows. Leaves out tables with
 * match columns, whose records other records change, and questions about people.
 */
export const segmentEntries: Promised = {
  promise:
    'A record that enters a segment starts once, again only if its spinner says so, and no other record starts',
  when: 'quiet',
  holds: async (simulation) => {
    const { model, clock } = simulation
    if (!model.spinners.some(({ starts }) => starts.draft.ever().includes('segment')))
      return { compared: 0, violations: [] }
    const seen = seenOf.get(model) ?? {
      quiet: [{ moment: 0, at: new Date(0) }],
      watched: new Map(),
      compared: new Set(),
      started: new Map(),
      restoredAt: null,
    }
    seenOf.set(model, seen)
    if (seen.restoredAt !== model.restoredAt) {
      seen.restoredAt = model.restoredAt
      seen.watched.clear()
      seen.started.clear()
    }
    const now = { moment: model.moments.next(), at: clock.now() }
    const watching = await watchingSpinners(simulation)
    for (const id of seen.watched.keys())
      if (!watching.some(({ spinner }) => spinner.id === id)) seen.watched.delete(id)
    for (const row of await startedRecords(simulation)) seen.started.set(`${row.jobId} ${row.ref}`, row)
    const started = [...seen.started.values()]
    const missing = watching.flatMap((one) => lateRecords(model, { one, seen, now, started }))
    const jobs = model.jobs.filter(
      ({ id, byItself }) => byItself?.starts.on === 'segment' && !seen.compared.has(id),
    )
    for (const { id } of jobs) seen.compared.add(id)
    const wrong = jobs.flatMap((job) => faultsOf(model, job, { started, quiet: seen.quiet }))
    seen.quiet.push(now)
    const compared = started.filter(({ jobId }) => jobs.some(({ id }) => id === jobId)).length
    return { compared: compared + missing.length, violations: [...missing, ...wrong] }
  },
}

async function watchingSpinners({ model, rows, demo }: Simulation): Promise<readonly Watching[]> {
  if (model.plan.possible().some((plan) => plan !== 'unlimited')) return []
  const published = await rows<{ id: string; starts: SegmentStarts }>(
    `select s.id, b.starts from spinners s join spinner_starts b on b.spinner_id = s.id
      where s.organization_id = $1 and b.starts ->> 'on' = 'segment' and s.published_version is not null
        and s.paused_at is null and b.stopped is null`,
    [demo.organizationId],
  )
  return published.flatMap(({ id, starts }) => {
    const spinner = model.spinners.find((one) => one.id === id)
    const segment = model.segments.find((one) => one.id === starts.segmentId)
    const isKnown = spinner !== undefined && !spinner.table.wasMatched && !spinner.table.bin.mayBeInBin
    return isKnown && segment !== undefined ? [{ spinner, starts, segment }] : []
  })
}

function startedRecords({ model, rows, demo }: Simulation): Promise<readonly StartRow[]> {
  const jobs = model.jobs.filter(({ byItself }) => byItself?.starts.on === 'segment').map(({ id }) => id)
  return rows<StartRow>(
    `select r.job_id as "jobId", d.data ->> 'ref' as ref
       from recipients r join jobs j on j.id = r.job_id
       join records d on d.data_table_id = j.data_table_id and d.id = r.record_id
      where j.organization_id = $1 and j.id = any($2)`,
    [demo.organizationId, jobs],
  )
}

interface Looking {
  readonly one: Watching
  readonly seen: Seen
  readonly now: Quiet
  readonly started: readonly StartRow[]
}

/** Notes which records belong to the segment now, and returns those that entered and have not started in time. */
function lateRecords(model: Model, { one, seen, now, started }: Looking): readonly string[] {
  const { spinner, segment, starts } = one
  const last = seen.watched.get(spinner.id)
  const isSame =
    last !== undefined &&
    !spinner.starts.mayHaveChanged(last.since.moment, now.moment) &&
    !segment.where.mayHaveChanged(last.since.moment, now.moment) &&
    !model.shared.setsBack.some(({ moment }) => moment > last.since.moment)
  const watched = isSame ? last : { since: now, outside: new Map(), entered: new Map() }
  seen.watched.set(spinner.id, watched)
  const late: string[] = []
  for (const ref of spinner.table.acknowledged) {
    const belongs = membership(model, segment, ref, now)
    const isThere = model.records.presence(ref).ever().every(Boolean)
    if (!isThere || belongs.size !== 1) {
      watched.outside.delete(ref)
      watched.entered.delete(ref)
    } else if (belongs.has(false)) {
      watched.outside.set(ref, now)
      watched.entered.delete(ref)
    } else if (watched.outside.has(ref) && !watched.entered.has(ref)) watched.entered.set(ref, now)
  }
  for (const [ref, { at }] of watched.entered) {
    if (now.at.getTime() < at.getTime() + starts.withinSeconds * 1000 + slackMs) continue
    const jobs = startsOf(model, spinner, ref, started)
    const outside = watched.outside.get(ref)?.moment ?? 0
    watched.outside.delete(ref)
    watched.entered.delete(ref)
    const mayRepeat = starts.again === 'eachEntry' && (starts.againAfterDays ?? 0) === 0
    const hasStarted = mayRepeat ? jobs.some(({ answered }) => answered > outside) : jobs.length > 0
    if (!hasStarted)
      late.push(
        `${ref} entered ${segment.name} before ${at.toISOString()}, and ${spinner.name} has not started for it`,
      )
  }
  return late
}

function startsOf(
  { jobs }: Model,
  spinner: KnownSpinner,
  ref: string,
  started: readonly StartRow[],
): readonly KnownJob[] {
  const ids = new Set(started.filter((row) => row.ref === ref).map(({ jobId }) => jobId))
  return jobs.filter((job) => job.spinner === spinner && ids.has(job.id))
}

function faultsOf(
  model: Model,
  job: KnownJob,
  { started, quiet }: { readonly started: readonly StartRow[]; readonly quiet: readonly Quiet[] },
): readonly string[] {
  const { spinner, byItself, id } = job
  const starts = byItself?.starts
  if (starts?.on !== 'segment' || spinner.table.wasMatched) return []
  const segment = model.segments.find((one) => one.id === starts.segmentId)
  const before = quiet.findLast(({ moment }) => moment < job.begun)
  if (segment === undefined || before === undefined) return []
  return started
    .filter((row) => row.jobId === id)
    .flatMap(({ ref }) => {
      const earlier = startsOf(model, spinner, ref, started).filter(({ answered }) => answered <= job.begun)
      const fault = faultOf(model, { job, starts, segment, ref, before, last: earlier.at(-1) ?? null })
      return fault === null ? [] : [`${job.name} of ${spinner.name} over ${segment.name}: ${fault}`]
    })
}

interface Start {
  readonly job: KnownJob
  readonly starts: SegmentStarts
  readonly segment: KnownSegment
  readonly ref: string
  /** The last moment before the job at which no work was due. */
  readonly before: Quiet
  /** The last earlier start of the record. */
  readonly last: KnownJob | null
}

function faultOf(model: Model, { job, starts, segment, ref, before, last }: Start): string | null {
  const { spinner, begun, answered, byItself } = job
  const at = byItself?.at ?? new Date(0)
  const isSetBack = (since: number) => model.shared.setsBack.some(({ moment }) => moment > since)
  const results = (from: number, to: number, times: readonly Date[]) => {
    const cells = (column: string) => model.records.cell(ref, column).possibleBetween(from, to)
    const conditions = segment.where.possibleBetween(from, to)
    return new Set(conditions.flatMap((where) => [...resultsOf(where, cells, times)]))
  }
  if (!isSetBack(before.moment) && !results(before.moment, answered, [before.at, at]).has(true))
    return `${ref} did not belong to the segment`
  if (last === null || spinner.starts.mayHaveChanged(last.begun, answered)) return null
  if (starts.again === 'never') return `${ref} started before in ${last.name}`
  if (isSetBack(last.begun)) return null
  const passedMs = at.getTime() - (last.byItself?.at.getTime() ?? 0)
  if (passedMs + slackMs < (starts.againAfterDays ?? 0) * dayMs)
    return `${ref} started again ${passedMs / 1000} seconds after ${last.name}`
  const between = results(last.begun, begun, [last.byItself?.at ?? at, at])
  const mayHaveGone = model.records.presence(ref).ever().includes(false)
  return between.has(false) || mayHaveGone ? null : `${ref} has not left the segment since ${last.name}`
}

/** Returns whether a record may, and may not, belong to a segment at a quiet moment. */
function membership(
  model: Model,
  { where }: KnownSegment,
  ref: string,
  { moment, at }: Quiet,
): ReadonlySet<boolean> {
  const cells = (column: string) => model.records.cell(ref, column).possibleAt(moment)
  return new Set(where.possibleAt(moment).flatMap((one) => [...resultsOf(one, cells, [at])]))
}
