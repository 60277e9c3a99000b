import type { ReasonCode } from '../reason.ts'

/** The rules on how often a spinner writes to an address: once, or once for each record that has it. */
export const contacts = ['oncePerPerson', 'oncePerRecord'] as const
export type Contact = (typeof contacts)[number]

/**
 * The limits on how often an organization writes to one person in all spinners together; null means no limit.
 */
export interface ContactPolicy {
  /**
   * The least number of days between the last message of one spinner and the first message of another spinner
   * to the same person; null for no limit.
   */
  readonly daysBetweenSpinners: number | null
  /**
   * The highest number of messages to one person in 24 hours, from all spinners together; null for no limit.
   */
  readonly messagesPerDay: number | null
  /**
   * The highest number of messages to one person in seven days, from all spinners together; null for no limit.
   */
  readonly messagesPerWeek: number | null
  /**
   * The highest number of people of one company who may have steps left in jobs at the same time. People with
   * the same address domain are one company.
   */
  readonly activePerDomain: number | null
}

export const noContactPolicy: ContactPolicy = {
  daysBetweenSpinners: null,
  messagesPerDay: null,
  messagesPerWeek: null,
  activePerDomain: null,
}

export function samePolicy(a: ContactPolicy, b: ContactPolicy): boolean {
  return (
    a.daysBetweenSpinners === b.daysBetweenSpinners &&
    a.messagesPerDay === b.messagesPerDay &&
    a.messagesPerWeek === b.messagesPerWeek &&
    a.activePerDomain === b.activePerDomain
  )
}

/** The reason codes of recipients that wait because of the contact policy. */
export const waitsForPolicy: readonly ReasonCode[] = [
  'DAYS_BETWEEN_SPINNERS',
  'MESSAGES_PER_DAY',
  'MESSAGES_PER_WEEK',
  'ACTIVE_PER_DOMAIN',
]

export const maxOfPolicy: Readonly<Record<keyof ContactPolicy, number>> = {
  daysBetweenSpinners: 365,
  messagesPerDay: 100,
  messagesPerWeek: 700,
  activePerDomain: 100_000,
}
