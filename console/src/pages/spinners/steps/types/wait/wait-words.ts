import { t } from '../../../../../languages/text.ts'

/** The units in which users enter a wait, with the length of each in seconds. */
export const waitUnits = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 } as const

export type WaitUnit = keyof typeof waitUnits

/** Returns a duration in the largest unit that needs no fraction. */
export function waitOf(seconds: number): { amount: number; unit: WaitUnit } {
  const unit = (['days', 'hours', 'minutes'] as const).find((larger) => seconds % waitUnits[larger] === 0)
  return { amount: seconds / waitUnits[unit ?? 'seconds'], unit: unit ?? 'seconds' }
}

const words: Readonly<Record<WaitUnit, (amount: number) => string>> = {
  seconds: (amount) => t('{amount, plural, one {# second} other {# seconds}}', { amount }),
  minutes: (amount) => t('{amount, plural, one {# minute} other {# minutes}}', { amount }),
  hours: (amount) => t('{amount, plural, one {# hour} other {# hours}}', { amount }),
  days: (amount) => t('{amount, plural, one {# day} other {# days}}', { amount }),
}

export function wordsOfWait(seconds: number): string {
  const { amount, unit } = waitOf(seconds)
  return words[unit](amount)
}
