import type { Comparison } from './where.ts'

/**
 * One element of a spinner, by its type. What each type holds and does is said by its descriptor under
 * use-cases/spinner/steps, which does not compile until it says so for every type that is named here.
 */
export type Step = EmailStep | WebhookStep | WaitStep | ConditionStep

export interface EmailStep {
  readonly type: 'email'
  readonly to: string
  readonly subject: string
  readonly text?: string
  readonly html?: string
  /** The senders that it may go by: by the one that wrote to the person first, else by what each has left. None: the default. */
  readonly senders?: readonly string[]
  /** Whether it answers the message before it, in the same conversation. */
  readonly thread?: boolean
  /** Ids of uploaded files. */
  readonly attachments?: readonly string[]
}

export const webhookMethods = ['POST', 'PUT', 'PATCH'] as const

export interface WebhookStep {
  readonly type: 'webhook'
  readonly url: string
  readonly method?: (typeof webhookMethods)[number]
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

export interface WaitStep {
  readonly type: 'wait'
  readonly seconds: number
}

/** A record that fails it ends as skipped. */
export interface ConditionStep extends Comparison {
  readonly type: 'condition'
}

export const mostSteps = 20
export const mostSendersOfStep = 20

/** Whether it writes to somebody; other steps only decide when, and whether, the next one does. */
export function sends({ type }: Step): boolean {
  return type !== 'wait' && type !== 'condition'
}

/** The index of the first step that sends; of steps of which none does, their number. */
export function firstMessageOf(steps: readonly Step[]): number {
  const index = steps.findIndex(sends)
  return index === -1 ? steps.length : index
}

/** Steps as they are compared: the order of fields means nothing. */
export function sameSteps(a: readonly Step[], b: readonly Step[]): boolean {
  const plain = (steps: readonly Step[]) =>
    JSON.stringify(steps.map((step) => Object.entries(step).toSorted(([x], [y]) => (x < y ? -1 : 1))))
  return plain(a) === plain(b)
}
