import type { ReasonCode } from '../reason.ts'

/**
 * The kinds of events for which a test clock waits. `job`: a job that begins. `recipient`: a recipient that continues,
 * for the reason of its wait. `reaction`: a simulated reaction to a message. `start`: an automatic start of a spinner.
 */
export const nextEventKinds = ['job', 'recipient', 'reaction', 'start'] as const

/** The next event of a test organization, from any source of work. */
export interface NextEvent {
  readonly at: Date
  readonly kind: (typeof nextEventKinds)[number]
  /** The spinner of the event; null if it is not known. */
  readonly spinnerId: string | null
  /** The reason for which a recipient waits until the event, such as a wait step or a send window; null for none. */
  readonly reason: ReasonCode | null
}
