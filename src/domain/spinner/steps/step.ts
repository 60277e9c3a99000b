import { canonicalText } from '../../text/canonical-text.ts'
import type { SendWindow } from '../send-window.ts'
import type { Comparison, Where } from '../where/where.ts'

/**
 * A step of a spinner, one form for each type. The descriptor under use-cases/spinner/steps defines what each
 * type holds and does. step-capabilities.ts defines what other code may ask about it. A type without either
 * does not compile.
 */
export type Step =
  | EmailStep
  | WebhookStep
  | WaitStep
  | ConditionStep
  | BranchStep
  | SplitStep
  | WaitUntilStep
  | GuardStep

export interface EmailStep {
  readonly type: 'email'
  readonly to: string
  readonly subject: string
  readonly text?: string
  readonly html?: string
  /**
   * The ids of the senders that may send the e-mail; if absent or empty, the default sender sends it. A
   * recipient that was written to before keeps its sender and waits for it. Any other recipient gets the sender
   * that may still send the most messages today.
   */
  readonly senders?: readonly string[]
  /** Whether the e-mail replies to the previous message to the recipient, in the same conversation. */
  readonly thread?: boolean
  /** The ids of the files that are attached to the e-mail. */
  readonly attachments?: readonly string[]
  /** The text that inboxes show beside the subject. It is hidden at the start of the HTML. */
  readonly preheader?: string
  /** Whether the signature of the sender is added below the content; true if absent. */
  readonly addsSignature?: boolean
  /** Whether the footer of the organization is added below the content; false if absent. */
  readonly addsFooter?: boolean
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

/** A step that skips records that do not meet its condition. The condition is one comparison, or `where`. */
export interface ConditionStep extends Partial<Omit<Comparison, 'values'>> {
  readonly type: 'condition'
  readonly where?: Where
}

/**
 * A step that continues with the first branch whose conditions hold. If none hold, it continues with `else`
 * or the following step.
 */
export interface BranchStep {
  readonly type: 'branch'
  readonly branches: readonly ConditionalBranch[]
  readonly else?: readonly Step[]
}

interface ConditionalBranch {
  readonly name: string
  readonly where: Where
  readonly steps: readonly Step[]
}

/** A step that sends shares of the audience through different branches, to compare their results. */
export interface SplitStep {
  readonly type: 'split'
  readonly branches: readonly SplitBranch[]
}

export interface SplitBranch {
  readonly name: string
  /**
   * The share of the recipients, in percent, that take this branch. The shares of all branches add up to 100.
   */
  readonly percent: number
  readonly steps: readonly Step[]
}

export const onTimeouts = ['continue', 'skip'] as const
type OnTimeout = (typeof onTimeouts)[number]

export const ifPasts = ['send', 'skip', 'fail'] as const
type IfPast = (typeof ifPasts)[number]

/** A step that waits until a date, an hour, a change of a cell, or until the record meets a condition. */
export interface WaitUntilStep {
  readonly type: 'waitUntil'
  /** The column with the date or time until which a recipient waits at this step. */
  readonly column?: string
  readonly offsetSeconds?: number
  /** The result for a recipient whose date was past when it reached the step; `send` continues, as without the field. */
  readonly ifPast?: IfPast
  /** The time of day at which the recipient's wait ends, such as "09:00". */
  readonly at?: string
  /** The columns that give the time zone of the person for the time of day. */
  readonly zone?: SendWindow['zone']
  /** The column whose cell must change before the recipient's wait at this step ends. */
  readonly changes?: string
  /** The condition that the record must meet before the recipient's wait at this step ends. */
  readonly where?: Where
  readonly timeoutSeconds?: number
  readonly onTimeout?: OnTimeout
}

/** A step that asks a URL whether the recipient may continue. */
export interface GuardStep {
  readonly type: 'guard'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutSeconds?: number
  readonly onTimeout: OnTimeout
}

/** The highest number of steps in a spinner, including steps inside branches. */
export const maxSteps = 40
/** The highest number of branch and split steps that may enclose a step. */
export const deepestStep = 2
export const maxBranches = 10
export const maxSendersOfStep = 20

/** Returns the condition of a condition step as a `Where`. */
export function whereOf({ where, column = '', operator = 'exists', value }: ConditionStep): Where {
  if (where !== undefined) return where
  return value === undefined ? { column, operator } : { column, operator, value }
}

/** Returns whether two lists of steps are equal; the order of fields does not matter. */
export function sameSteps(a: readonly Step[], b: readonly Step[]): boolean {
  return canonicalText(a) === canonicalText(b)
}
