import type { KnownJob, Model } from '../../model/model.ts'
import { resultsOf } from '../../model/path/conditions.ts'
import type { KnownSegment, SegmentOfJob } from '../../model/segment/known-segment.ts'
import type { Simulation } from '../../run/simulation.ts'
import type { Promised } from '../promise.ts'

/** A job over a segment that was not compared yet. */
interface Open {
  readonly job: KnownJob
  readonly segment: SegmentOfJob
}

interface JobRow {
  readonly id: string
  /** Whether the job has not looked at any record. */
  readonly isUntouched: boolean
  /** Whether all records of the segment are recipients. */
  readonly isTaken: boolean
  readonly isCancelled: boolean
  readonly isCleared: boolean
  /** The number of the job's recipients by its own row, and those that were deleted before the job took them. */
  readonly size: number
  readonly deleted: number
}

interface Recipient {
  readonly record: string
  /** The simulator's name of the record; null if the record was deleted. */
  readonly ref: string | null
}

/** The period in which a job chooses its recipients. */
interface Period {
  readonly from: number
  readonly to: number
  readonly times: readonly Date[]
}

interface Seen {
  /** The number and the time of the last event at which a job had looked at no record, by the ids of jobs. */
  readonly untouched: Map<string, { readonly moment: number; readonly at: Date }>
  readonly compared: Set<string>
  restoredAt: Date | null
}

const looksOf = new WeakMap<Model, Seen>()

/**
 * Compares the recipients of each job over a segment once, as soon as the job has taken all of them, with the cells that
 * the simulator knows. Leaves out tables with match columns, whose records other records change.
 */
export const segmentAudiences: Promised = {
  promise:
    'A job over a segment has each record once that belongs to it while the job takes its records, and no other',
  when: 'always',
  holds: async (simulation) => {
    const { model, clock } = simulation
    const looks = looksOf.get(model) ?? { untouched: new Map(), compared: new Set(), restoredAt: null }
    looksOf.set(model, looks)
    if (looks.restoredAt !== model.restoredAt) {
      looks.restoredAt = model.restoredAt
      looks.compared.clear()
    }
    const open = model.jobs.flatMap((job): readonly Open[] =>
      job.segment && !looks.compared.has(job.id) ? [{ job, segment: job.segment }] : [],
    )
    let compared = 0
    const violations: string[] = []
    const rows = open.length === 0 ? [] : await jobRows(simulation, open)
    for (const { job, segment } of open) {
      const row = rows.find(({ id }) => id === job.id)
      if (row?.isUntouched === true) {
        looks.untouched.set(job.id, { moment: model.moments.next(), at: clock.now() })
        continue
      }
      if (row !== undefined && !row.isTaken && !row.isCancelled) continue
      looks.compared.add(job.id)
      if (row === undefined || row.isCleared || job.spinner.table.wasMatched) continue
      const recipients = await recipientsOf(simulation, job)
      const isAtStart = segment.decide === 'atStart'
      const last = looks.untouched.get(job.id)
      const now = model.moments.next()
      const taking = {
        from: (isAtStart ? last?.moment : null) ?? job.begun,
        to: isAtStart ? now : job.answered,
      }
      const times = isAtStart ? [last?.at ?? segment.at, clock.now()] : [segment.at, segment.answeredAt]
      const faults = faultsOf(model, { job, segment, row, recipients, period: { ...taking, times }, now })
      compared += recipients.length
      violations.push(...faults.map((fault) => `${job.name} over ${nameOf(model, segment)}: ${fault}`))
    }
    return { compared, violations }
  },
}

function nameOf({ segments }: Model, { id: of }: SegmentOfJob): string {
  return segments.find(({ id }) => id === of)?.name ?? of
}

function jobRows({ rows }: Simulation, open: readonly Open[]): Promise<readonly JobRow[]> {
  return rows<JobRow>(
    `select j.id, j.status = 'cancelled' as "isCancelled", j.cleared as "isCleared",
            j.status in ('scheduled', 'queued')
              or exists (select from audience_parts r where r.taken_by_job_id = j.id and r.segment_id is not null
                          and r.end_record_id is null) as "isUntouched",
            j.status in ('running', 'completed') and j.cut_seq >= j.to_seq
              and not exists (select from audience_parts r where r.taken_by_job_id = j.id) as "isTaken",
            (j.to_records - j.from_records)::int as size,
            (select coalesce(sum(s.deleted), 0)::int from slices s where s.job_id = j.id) as deleted
       from jobs j where j.id = any($1)`,
    [open.map(({ job }) => job.id)],
  )
}

function recipientsOf({ rows }: Simulation, { id }: KnownJob): Promise<readonly Recipient[]> {
  return rows<Recipient>(
    `select r.record_id::text as record, d.data ->> 'ref' as ref
       from jobs j join recipients r on r.job_id = j.id
       left join records d on d.data_table_id = j.data_table_id and d.id = r.record_id
      where j.id = $1`,
    [id],
  )
}

interface Taken extends Open {
  readonly row: JobRow
  readonly recipients: readonly Recipient[]
  readonly period: Period
  /** The number of the event of the comparison, before which the recipients were stored. */
  readonly now: number
}

function faultsOf(model: Model, { segment: of, row, recipients, period, now }: Taken): readonly string[] {
  const segment = model.segments.find(({ id }) => id === of.id)
  if (segment === undefined) return []
  const faults: string[] = []
  const records = new Set(recipients.map(({ record }) => record))
  if (records.size !== recipients.length) faults.push('a record is twice among its recipients')
  if (row.isTaken && row.size !== recipients.length + row.deleted)
    faults.push(`it says ${row.size} recipients, and has ${recipients.length} and ${row.deleted} deleted`)
  const refs = new Set(recipients.flatMap(({ ref }) => ref ?? []))
  for (const ref of refs)
    if (!membership(model, segment, ref, period).has(true))
      faults.push(`${ref} is a recipient, and did not belong to the segment`)
  if (!row.isTaken) return faults
  const earlier = segment.table.sendings.filter(({ ended }) => ended < period.from)
  for (const ref of earlier.flatMap((sending) => sending.refs)) {
    const isThere = model.records.presence(ref).possibleBetween(period.from, now).every(Boolean)
    if (isThere && !refs.has(ref) && !membership(model, segment, ref, period).has(false))
      faults.push(`${ref} belonged to the segment, and is no recipient`)
  }
  return faults
}

/** Returns whether a record may, and may not, have belonged to a segment at some moment of a period. */
function membership(
  model: Model,
  { where }: KnownSegment,
  ref: string,
  period: Period,
): ReadonlySet<boolean> {
  const { from, to, times } = period
  const cells = (column: string) => model.records.cell(ref, column).possibleBetween(from, to)
  return new Set(where.possibleBetween(from, to).flatMap((one) => [...resultsOf(one, cells, times)]))
}
