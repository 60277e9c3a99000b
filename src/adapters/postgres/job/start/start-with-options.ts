import { noExclusions } from '../../../../domain/job/audience/named-audience.ts'
import type { JobOrder, Started, TriggerReceipt } from '../../../../ports/job/job-starter.ts'
import type { Database } from '../../database.ts'
import { type EarlierAnswerRow, earlierAnswerFrom } from '../../earlier-answer.ts'
import { retryLostRace } from '../../lost-race.ts'
import { sqlFunction } from '../../sql-function.ts'
import {
  type AskedOrder,
  byOf,
  entryValues,
  ofEntries,
  refusedAsTooMany,
  requestValue,
} from './start-values.ts'

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

/** A trigger with options over the spinner's records or named records. */
export type EntryWithOptions = AskedOrder<'spinner' | 'named'>

/** Starts jobs for several triggers with options, such as a version or data, in one commit. */
export async function writeStartsWithOptions(
  database: Database,
  entries: readonly EntryWithOptions[],
  now: Date,
): Promise<(Started | Error | null)[]> {
  const orders = entries.map(({ order }) => order)
  const requests = entries.map(({ order, options, audience }) => ({
    ...requestValue(options, audience.kind === 'named' ? audience.left : noExclusions, now),
    ...byOf(order),
    most: options.maxRecipients,
    ...(audience.kind === 'named' ? { named: true } : {}),
    ...(audience.kind === 'named' && audience.isUnchecked ? { whole: true } : {}),
  }))
  const named = entries.flatMap(({ audience }, index) =>
    audience.kind === 'named' ? audience.recordIds.map((id) => [index + 1, id] as const) : [],
  )
  const call = startJobs({
    ...entryValues(orders, requests, now),
    named_entries: entries.some(({ audience }) => audience.kind === 'named')
      ? named.map(([entry]) => entry)
      : null,
    named_ids: named.map(([, id]) => id),
    named_seqs: null,
  })
  try {
    return startedOf(orders, await retryLostRace(orders.length, () => database.write<StartedRow>(...call)))
  } catch (error) {
    const [alone] = entries
    const refused =
      entries.length === 1 ? refusedAsTooMany(error, alone?.options.maxRecipients ?? null) : null
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
