import type { SendWindow } from '../send-window.ts'
import type { Comparison, Where } from '../where/where.ts'

/**
 * One element of a spinner, by its type. What each type holds and does is said by its descriptor under
 * use-cases/spinner/steps, which does not compile until it says so for every type that is named here.
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
   * The senders that it may go by: by the one that wrote to the person first, else by what each has left. None: the
   * default.
   */
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

/** A record that fails it ends as skipped. It is one comparison, or conditions that are joined. */
export interface ConditionStep extends Partial<Comparison> {
  readonly type: 'condition'
  readonly where?: Where
}

/** Takes the first way whose conditions hold; where none does, `else`, or the step that follows. */
export interface BranchStep {
  readonly type: 'branch'
  readonly ways: readonly BranchWay[]
  readonly else?: readonly Step[]
}

interface BranchWay {
  readonly name: string
  readonly where: Where
  readonly steps: readonly Step[]
}

/** Sends parts of the audience different ways, to see which does best. */
export interface SplitStep {
  readonly type: 'split'
  readonly arms: readonly SplitArm[]
}

export interface SplitArm {
  readonly name: string
  /** All of them add up to 100. */
  readonly percent: number
  readonly steps: readonly Step[]
}

export const onTimeouts = ['goOn', 'skip'] as const
type OnTimeout = (typeof onTimeouts)[number]

/** Lets time pass until a day, an hour, or a change of a cell. */
export interface WaitUntilStep {
  readonly type: 'waitUntil'
  /** Of days or times. */
  readonly column?: string
  readonly offsetSeconds?: number
  /** The hour at which it goes on, as "09:00". */
  readonly at?: string
  /** Whose hours they are. */
  readonly zone?: SendWindow['zone']
  /** The column that has to say something else. */
  readonly changes?: string
  readonly timeoutSeconds?: number
  readonly onTimeout?: OnTimeout
}

/** Asks a URL whether the recipient goes on. */
export interface GuardStep {
  readonly type: 'guard'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutSeconds?: number
  readonly onTimeout: OnTimeout
}

/** Of a spinner, those in the ways of others counted. */
export const mostSteps = 40
/** How many branches and splits a step may lie in. */
export const deepestStep = 2
export const mostWays = 10
export const mostSendersOfStep = 20

/** Whether it writes to somebody; other steps only decide when, and whether, the next one does. */
export function sends({ type }: Step): boolean {
  return type === 'email' || type === 'webhook'
}

/** What a condition step asks for. */
export function whereOf({ where, column = '', operator = 'exists', value }: ConditionStep): Where {
  if (where !== undefined) return where
  return value === undefined ? { column, operator } : { column, operator, value }
}

/** Steps that may follow a step, and where it names them: the place is a JSON pointer within it. */
export interface Way {
  readonly name: string
  readonly place: string
  readonly steps: readonly Step[]
}

/** The ways of a branch or a split, in their order; that of `else` is the last. */
export function waysOf(step: Step): readonly Way[] {
  if (step.type === 'split')
    return step.arms.map(({ name, steps }, index) => ({ name, steps, place: `arms/${index}/steps` }))
  if (step.type !== 'branch') return []
  const ways = step.ways.map(({ name, steps }, index) => ({ name, steps, place: `ways/${index}/steps` }))
  return step.else === undefined ? ways : [...ways, { name: 'else', steps: step.else, place: 'else' }]
}

/** The same step with other steps in its ways. */
export function withWays(step: Step, change: (steps: readonly Step[]) => readonly Step[]): Step {
  switch (step.type) {
    case 'branch': {
      const ways = step.ways.map((way) => ({ ...way, steps: change(way.steps) }))
      return step.else === undefined ? { ...step, ways } : { ...step, ways, else: change(step.else) }
    }
    case 'split':
      return { ...step, arms: step.arms.map((arm) => ({ ...arm, steps: change(arm.steps) })) }
    default:
      return step
  }
}

/** How many steps there are, with those in the ways of others. */
export function countOfSteps(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => {
    const inWays = waysOf(step).map((way) => countOfSteps(way.steps))
    return inWays.reduce((total, count) => total + count, sum + 1)
  }, 0)
}

/** Steps as they are compared: the order of fields means nothing. */
export function sameSteps(a: readonly Step[], b: readonly Step[]): boolean {
  return JSON.stringify(a.map(sorted)) === JSON.stringify(b.map(sorted))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([x], [y]) => (x < y ? -1 : 1))
  return entries.map(([name, field]) => [name, sorted(field)])
}
