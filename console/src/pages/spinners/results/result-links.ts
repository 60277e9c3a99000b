import type { ResultFigures, ResultsOfGroup } from '../../../api/schema.ts'
import type { ResultGroup, ResultPeriod } from '../../../api/spinner/results.ts'
import { beginOf, dayAfter } from './result-period.ts'

type Search = Readonly<Record<string, string>>

/**
 * The filters of the message log that list what a figure of the results counts. Other figures have no list. The log has no
 * filter for all sent messages, so `sent` also lists failed and captured ones.
 */
const filterOf: Readonly<Partial<Record<keyof ResultFigures, Search>>> = {
  sent: {},
  captured: { status: 'captured' },
  replied: { reaction: 'reply' },
  bounced: { reaction: 'bounce' },
  complained: { reaction: 'complaint' },
}

/** Returns the filter of the message log for a figure of a spinner in a period; null if no list shows what it counts. */
export function messagesOf(
  spinnerId: string,
  figure: keyof ResultFigures,
  { since, until }: ResultPeriod,
  rest: Search = {},
): Search | null {
  const filter = filterOf[figure]
  if (filter === undefined) return null
  return {
    spinnerId,
    ...filter,
    ...(since === null ? {} : { since }),
    ...(until === null ? {} : { until }),
    ...rest,
  }
}

/** Returns the period and the filter that restrict the message log to a group; null if no filter does. */
export function listOfGroup(
  group: ResultGroup,
  { key, step }: Pick<ResultsOfGroup, 'key' | 'step'>,
  period: ResultPeriod,
  timeZone: string,
): { readonly period: ResultPeriod; readonly rest: Search } | null {
  if (group === 'step' && step !== null) return { period, rest: { step: `s${step}` } }
  if (group === 'sender' && key !== '') return { period, rest: { senderId: key } }
  if (group === 'day' || group === 'week')
    return { period: datesFrom(key, group, period, timeZone), rest: {} }
  return null
}

/** Returns the part of a day, or of the week that begins on it, that lies in a period. */
export function datesFrom(
  day: string,
  unit: 'day' | 'week',
  { since, until }: ResultPeriod,
  timeZone: string,
): ResultPeriod {
  const begin = beginOf(day, timeZone)
  const end = beginOf(dayAfter(day, unit === 'day' ? 1 : 7), timeZone)
  return {
    since: since !== null && since > begin ? since : begin,
    until: until !== null && until < end ? until : end,
  }
}
