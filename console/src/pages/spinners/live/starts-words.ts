import type { Spinner } from '../../../api/schema.ts'
import { wordsOfWait } from '../steps/types/wait/wait-words.ts'
import { planOf } from './cron.ts'

export type Starts = Spinner['starts']

export const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** Returns what starts the spinner, in one line. */
export function startsWords({ on, withinSeconds = 60, cron = '', timeZone = '' }: Starts): string {
  if (on === 'call') return 'Start manually or from a CRM'
  if (on === 'records') return `Start within ${wordsOfWait(withinSeconds)} after records arrive`
  return `${planWords(cron)}, ${timeZone.replaceAll('_', ' ')}`
}

function planWords(cron: string): string {
  const plan = planOf(cron)
  switch (plan.kind) {
    case 'hourly':
      return `Start every hour at minute ${plan.minute}`
    case 'weekly':
      return `Start ${plan.days.length === 7 ? 'every day' : `on ${namesOf(plan.days)}`} at ${plan.at}`
    case 'monthly':
      return `Start on day ${plan.day} of each month at ${plan.at}`
    case 'custom':
      return `Start by the cron fields ${cron}`
  }
}

function namesOf(days: readonly number[]): string {
  return days.map((day) => dayNames[day - 1]).join(', ')
}

/**
 * Returns why the starts of a spinner cannot be saved; null if the console finds no fault before the API
 * checks them.
 */
export function startsFault({ on, withinSeconds, cron = '' }: Starts): string | null {
  if (on === 'schedule')
    return cron.trim().split(/\s+/).length === 5 ? null : 'Write five cron fields, as in 0 9 * * 1-5.'
  if (on !== 'records') return null
  const isFit = withinSeconds !== undefined && withinSeconds >= 5 && withinSeconds <= 86_400
  return isFit ? null : 'Enter a time from 5 seconds to a day for the start.'
}
