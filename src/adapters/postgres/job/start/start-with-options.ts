import { noExclusions } from '../../../../domain/job/audience/named-audience.ts'
import type {
  JobOrder,
  OrderWithOptions,
  Started,
  TriggerReceipt,
} from '../../../../ports/job/job-starter.ts'
import type { Database } from '../../database.ts'
import { type EarlierAnswerRow, earlierAnswerFrom } from '../../earlier-answer.ts'
import { retryLostRace } from '../../lost-race.ts'
import { sqlFunction } from '../../sql-function.ts'
import { byOf, entryValues, ofEntries, refusedAsTooMany, requestValue } from './start-values.ts'

const startJobs = sqlFunction('trigger_jobs', ...ofEntries, 'named_entries', 'named_ids', 'named_seqs')

/**
 * A row of the result of trigger_jobs, for a trigger that started a job or repeats an earlier one. The answer
 * is null for a job without options.
 */
export interface StartedRow extends EarlierAnswerRow<TriggerReceipt> {
  readonly entry: number
  readonly organization_id: string
}

/** Starts jobs for several triggers without options in one commit. */
export async function writeStarts(
  database: Database,
  orders: readonly JobOrder[],
  now: Date,
): Promise<(Started | null)[]> {
  const nobody = { named_entries: null, named_ids: null, named_seqs: null }
  const by = orders.map(byOf)
  const requests = by.some((one) => one !== null) ? by : null
  const call = startJobs({ ...entryValues(orders, requests, now), ...nobody })
  return startedOf(orders, await retryLostRace(orders.length, () => database.write<StartedRow>(...call)))
}

/** Starts jobs for several triggers with options, such as a version or data, in one commit. */
export async function writeStartsWithOptions(
  database: Database,
  orders: readonly OrderWithOptions[],
  now: Date,
): Promise<(Started | Error | null)[]> {
  const requests = orders.map(({ asked, recordIds, whole = false, caller }) => ({
    ...requestValue(asked, asked.left ?? noExclusions, now),
    ...byOf({ caller }),
    most: asked.maxRecipients,
    ...(recordIds === null ? {} : { named: true }),
    ...(whole ? { whole } : {}),
  }))
  const named = orders.flatMap(({ recordIds }, index) =>
    (recordIds ?? []).map((id) => [index + 1, id] as const),
  )
  const call = startJobs({
    ...entryValues(orders, requests, now),
    named_entries: orders.some(({ recordIds }) => recordIds !== null) ? named.map(([entry]) => entry) : null,
    named_ids: named.map(([, id]) => id),
    named_seqs: null,
  })
  try {
    return startedOf(orders, await retryLostRace(orders.length, () => database.write<StartedRow>(...call)))
  } catch (error) {
    const [alone] = orders
    const refused = orders.length === 1 ? refusedAsTooMany(error, alone?.asked.maxRecipients ?? null) : null
    if (refused === null) throw error
    return [refused]
  }
}

/**
 * Returns the outcome of each trigger, in the order of the triggers; null for a trigger that started nothing.
 */
export function startedOf(orders: readonly JobOrder[], rows: readonly StartedRow[]): (Started | null)[] {
  const answers = new Map(rows.map((row) => [row.entry, row]))
  return orders.map((_, index) => {
    const row = answers.get(index + 1)
    if (row === undefined) return null
    const { organization_id: organizationId, answer } = row
    const earlier = earlierAnswerFrom(row)
    const told = earlier === null ? (answer as TriggerReceipt | null)?.told : undefined
    return told === undefined ? { organizationId, earlier } : { organizationId, earlier, told }
  })
}
