import { maxAgainAfterDays } from '../../../api/limits.ts'
import type { Spinner } from '../../../api/schema.ts'
import { t } from '../../../languages/text.ts'
import { wordsOfWait } from '../steps/types/wait/wait-words.ts'
import { planOf } from './cron.ts'

export type Starts = Spinner['starts']

export const dayNames = [t('Mon'), t('Tue'), t('Wed'), t('Thu'), t('Fri'), t('Sat'), t('Sun')] as const

/** Returns what starts the spinner, in one line. */
export function startsWords({ on, again, withinSeconds = 60, cron = '', timeZone = '' }: Starts): string {
  if (on === 'call') return t('Start manually or from a CRM')
  if (on === 'records')
    return t('Start within {wait} after records arrive', { wait: wordsOfWait(withinSeconds) })
  if (on === 'segment')
    return again === 'never'
      ? t('Start when records enter a segment, once for each record')
      : t('Start each time records enter a segment')
  return `${planWords(cron)}, ${timeZone.replaceAll('_', ' ')}`
}

function planWords(cron: string): string {
  const plan = planOf(cron)
  switch (plan.kind) {
    case 'hourly':
      return t('Start every hour at minute {minute}', { minute: plan.minute })
    case 'weekly':
      return plan.days.length === 7
        ? t('Start every day at {at}', { at: plan.at })
        : t('Start on {days} at {at}', { days: namesOf(plan.days), at: plan.at })
    case 'monthly':
      return t('Start on day {day} of each month at {at}', { day: plan.day, at: plan.at })
    case 'custom':
      return t('Start by the cron fields {cron}', { cron })
  }
}

function namesOf(days: readonly number[]): string {
  return days.map((day) => dayNames[day - 1]).join(', ')
}

/** How often a record starts that enters a segment, in words. */
export const againWords = {
  never: t('Once, when it enters for the first time'),
  eachEntry: t('Each time it enters again'),
} as const

/**
 * Returns why the starts of a spinner cannot be saved; null if the console finds no fault before the API
 * checks them.
 */
export function startsFault(starts: Starts): string | null {
  const { on, cron = '' } = starts
  if (on === 'schedule')
    return cron.trim().split(/\s+/).length === 5 ? null : t('Write five cron fields, as in 0 9 * * 1-5.')
  if (on === 'call') return null
  return againFault(starts) ?? withinFault(starts)
}

/** Returns why the time between two jobs cannot be saved; null if it can. */
export function withinFault({ withinSeconds }: Starts): string | null {
  const isFit = withinSeconds !== undefined && withinSeconds >= 5 && withinSeconds <= 86_400
  return isFit ? null : t('Enter a time from 5 seconds to a day for the start.')
}

/** Returns why the time between two starts of a record cannot be saved; null if it can. */
export function againFault({ againAfterDays }: Starts): string | null {
  if (againAfterDays === undefined || (againAfterDays >= 1 && againAfterDays <= maxAgainAfterDays))
    return null
  return t('Enter a number from 1 to {maxAgainAfterDays, number}.', { maxAgainAfterDays })
}
