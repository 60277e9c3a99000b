import { noExclusions } from '../../../../domain/job/audience/named-audience.ts'
import type { Clock } from '../../../../ports/clock.ts'
import type { JobOrder, StartedJob } from '../../../../ports/job/job-starter.ts'
import type { Database } from '../../database.ts'
import { retryLostRace } from '../../lost-race.ts'
import { sqlFunction } from '../../sql-function.ts'
import {
  type OrderWithOptions,
  refusedAsTooMany,
  requestValue,
  type StartedRow,
  startedByOf,
  startedJobsOf,
  triggerValues,
  withAudit,
} from './start-values.ts'

const startJobs = sqlFunction(
  'trigger_jobs',
  'p_now',
  'p_period',
  'p_triggers',
  'p_appends',
  'explicit_entries',
  'explicit_ids',
  'explicit_seqs',
)

/** Starts jobs for several triggers without options in one commit. */
export async function writeStarts(
  database: Database,
  orders: readonly JobOrder[],
  clock: Clock,
): Promise<(StartedJob | null)[]> {
  const nobody = { p_appends: null, explicit_entries: null, explicit_ids: null, explicit_seqs: null }
  const by = orders.map(startedByOf)
  const requests = by.some((one) => one !== null) ? by : null
  const call = withAudit(startJobs({ ...triggerValues(orders, requests, clock), ...nobody }), orders)
  return startedJobsOf(
    orders,
    await retryLostRace(orders.length, () => database.writeThenFlush<StartedRow>(...call)),
  )
}

/**
 * A trigger with options whose job takes the spinner's own audience, named records or those of a segment, and not records
 * from the trigger's body.
 */
export type EntryWithOptions = OrderWithOptions<'spinner' | 'named' | 'segment'>

/** Starts jobs for several triggers with options, such as a version or data, in one commit. */
export async function writeStartsWithOptions(
  database: Database,
  entries: readonly EntryWithOptions[],
  clock: Clock,
): Promise<(StartedJob | Error | null)[]> {
  const orders = entries.map(({ order }) => order)
  const requests = entries.map(({ order, options, audience }) => ({
    ...requestValue(options, countsOf(audience), clock.now()),
    ...startedByOf(order),
    most: options.maxRecipients,
    ...(audience.kind === 'spinner' ? {} : { named: true }),
    ...(audience.kind === 'segment'
      ? { segment: { id: audience.segmentId, estimate: audience.count.value } }
      : {}),
    ...(audience.kind === 'named' && audience.isUnchecked ? { whole: true } : {}),
    ...(audience.kind === 'named' && audience.schemaVersion !== null
      ? { schema: audience.schemaVersion }
      : {}),
  }))
  const named = entries.flatMap(({ audience }, index) =>
    audience.kind === 'named' ? audience.recordIds.map((id) => [index + 1, id] as const) : [],
  )
  const start = startJobs({
    ...triggerValues(orders, requests, clock),
    p_appends: null,
    explicit_entries: entries.some(({ audience }) => audience.kind === 'named')
      ? named.map(([entry]) => entry)
      : null,
    explicit_ids: named.map(([, id]) => id),
    explicit_seqs: null,
  })
  const call = withAudit(start, orders)
  try {
    return startedJobsOf(
      orders,
      await retryLostRace(orders.length, () => database.writeThenFlush<StartedRow>(...call)),
    )
  } catch (error) {
    const [alone] = entries
    const refused =
      entries.length === 1 ? refusedAsTooMany(error, alone?.options.maxRecipients ?? null) : null
    if (refused === null) throw error
    return [refused]
  }
}

/** Returns the parts of the answer about the recipients of a job that are known before it starts. */
function countsOf(audience: EntryWithOptions['audience']) {
  if (audience.kind === 'segment') return { ...noExclusions, isEstimate: audience.count.isEstimate }
  return audience.kind === 'named' ? audience.left : noExclusions
}
