import type { PersonQuestion } from '../where/person-question.ts'
import { questionsOf, type Where } from '../where/where.ts'
import { type EmailStep, type Step, whereOf } from './step.ts'
import { awaitedColumnsOf } from './wait-until.ts'

/** The name of a way in which steps send messages, as deliveries and the API name it. */
export type MessageChannel = 'email' | 'webhook'

/**
 * The properties of a type of step that code in many places needs, such as whether it sends a message. Each
 * type must define every property, so a new type does not compile without them.
 */
interface Capabilities<S extends Step> {
  /**
   * The channel through which the step sends its message; null for a type that sends none. Deliveries are
   * stored only for steps with a channel, and name it.
   */
  readonly channel: MessageChannel | null
  /**
   * Whether the step asks a URL if the recipient may continue. A rehearsal lets every recipient continue
   * without asking.
   */
  readonly asksUrl: boolean
  /** Returns the step as an e-mail step; null for a type that sends no e-mail. */
  readonly mail: ((step: S) => EmailStep) | null
  /** Returns the seconds that the step delays every recipient; null for a type without a fixed delay. */
  readonly delay: ((step: S) => number) | null
  /**
   * Returns the event, such as a date or a changed cell, for which recipients wait at the step; null for a type
   * that waits for no event.
   */
  readonly awaits: ((step: S) => AwaitedEvent) | null
  /**
   * Returns the conditions on the record by which the step decides, in their order: those of its branches, or the one
   * condition by which a recipient continues. Null for a type without conditions.
   */
  readonly conditions: ((step: S) => readonly Where[]) | null
  /** Reads and replaces the lists of steps in the step's branches; null for a type without branches. */
  readonly branches: BranchesOf<S> | null
  /**
   * Whether the step has no branches, waits for no event, asks no URL and compares no times. A version with
   * only such steps is run without the organization's time zone, and the path of a step is its number.
   */
  readonly isPlain: (step: S) => boolean
}

/**
 * An event for which a recipient stays at its step: a date in a column, a time of day, a change of a cell, or a condition
 * that the record begins to meet.
 */
export interface AwaitedEvent {
  /** The columns whose cells decide when the recipient's wait ends; none if only the time of day decides. */
  readonly columns: readonly string[]
  /** Whether the recipient waits for a change of the column, and not for the time in it. */
  readonly isChange: boolean
  /** The condition that ends the wait; null if a date, an hour or a change does. */
  readonly where: Where | null
}

interface BranchesOf<S extends Step> {
  readonly read: (step: S) => readonly Branch[]
  /** Returns the step with the steps of each branch replaced by the result of `change`. */
  readonly replace: (step: S, change: ChangeSteps) => Step
}

type ChangeSteps = (steps: readonly Step[]) => readonly Step[]

/**
 * A branch: a list of steps inside a step, with the branch's name. `place` is the JSON pointer of the list
 * within the step.
 */
export interface Branch {
  readonly name: string
  readonly place: string
  readonly steps: readonly Step[]
  /** The share of the recipients that take the branch, in percent; null if conditions decide. */
  readonly percent: number | null
}

const always = () => true
const never = () => false

const capabilities: { readonly [Type in Step['type']]: Capabilities<Extract<Step, { type: Type }>> } = {
  email: {
    channel: 'email',
    asksUrl: false,
    mail: (step) => step,
    delay: null,
    awaits: null,
    conditions: null,
    branches: null,
    isPlain: always,
  },
  webhook: {
    channel: 'webhook',
    asksUrl: false,
    mail: null,
    delay: null,
    awaits: null,
    conditions: null,
    branches: null,
    isPlain: always,
  },
  wait: {
    channel: null,
    asksUrl: false,
    mail: null,
    delay: ({ seconds }) => seconds,
    awaits: null,
    conditions: null,
    branches: null,
    isPlain: always,
  },
  condition: {
    channel: null,
    asksUrl: false,
    mail: null,
    delay: null,
    awaits: null,
    conditions: (step) => [whereOf(step)],
    branches: null,
    isPlain: ({ where, operator }) => where === undefined && operator !== 'before' && operator !== 'after',
  },
  branch: {
    channel: null,
    asksUrl: false,
    mail: null,
    delay: null,
    awaits: null,
    conditions: ({ branches }) => branches.map(({ where }) => where),
    branches: {
      read: ({ branches, else: others }) => [
        ...branches.map(({ name, steps }, index) => ({
          name,
          steps,
          place: `branches/${index}/steps`,
          percent: null,
        })),
        ...(others === undefined ? [] : [{ name: 'else', steps: others, place: 'else', percent: null }]),
      ],
      replace: (step, change) => ({
        ...step,
        branches: step.branches.map((branch) => ({ ...branch, steps: change(branch.steps) })),
        ...(step.else === undefined ? {} : { else: change(step.else) }),
      }),
    },
    isPlain: never,
  },
  split: {
    channel: null,
    asksUrl: false,
    mail: null,
    delay: null,
    awaits: null,
    conditions: null,
    branches: {
      read: ({ branches }) =>
        branches.map(({ name, percent, steps }, index) => ({
          name,
          steps,
          place: `branches/${index}/steps`,
          percent,
        })),
      replace: (step, change) => ({
        ...step,
        branches: step.branches.map((branch) => ({ ...branch, steps: change(branch.steps) })),
      }),
    },
    isPlain: never,
  },
  waitUntil: {
    channel: null,
    asksUrl: false,
    mail: null,
    delay: null,
    awaits: (step) => ({
      columns: awaitedColumnsOf(step),
      isChange: step.changes !== undefined,
      where: step.where ?? null,
    }),
    conditions: null,
    branches: null,
    isPlain: never,
  },
  guard: {
    channel: null,
    asksUrl: true,
    mail: null,
    delay: null,
    awaits: null,
    conditions: null,
    branches: null,
    isPlain: never,
  },
}

/** The names of the step types that send e-mail. SQL uses them to find such steps in stored versions. */
export const mailTypes: readonly string[] = Object.entries(capabilities).flatMap(([type, { mail }]) =>
  mail === null ? [] : [type],
)

function of(step: Step): Capabilities<Step> {
  return capabilities[step.type] as Capabilities<Step>
}

/**
 * Returns whether a step sends a message. Other steps only decide when and whether the next message is sent.
 */
export function sends(step: Step): boolean {
  return channelOf(step) !== null
}

/** Returns the channel through which a step sends its message; null for a step that sends none. */
export function channelOf(step: Step): MessageChannel | null {
  return of(step).channel
}

/** Returns whether a step asks a URL if the recipient may continue. */
export function asks(step: Step): boolean {
  return of(step).asksUrl
}

/** Returns the step if it sends e-mail; null for any other step. */
export function mailOf(step: Step): EmailStep | null {
  return of(step).mail?.(step) ?? null
}

/** Returns the seconds that a step delays every recipient; null for a step without a fixed delay. */
export function delayOf(step: Step): number | null {
  return of(step).delay?.(step) ?? null
}

/** Returns the event for which recipients stay at a step; null for a step that waits for no event. */
export function awaitedEventOf(step: Step): AwaitedEvent | null {
  return of(step).awaits?.(step) ?? null
}

/** Returns a step with a change of the condition that ends its wait; the same step if no condition ends it. */
export function withAwaitedCondition(step: Step, change: (where: Where) => Where): Step {
  const where = awaitedEventOf(step)?.where ?? null
  return where === null || !('where' in step) ? step : { ...step, where: change(where) }
}

/** Returns the conditions on the record by which a step decides, in their order; none for a step without conditions. */
export function conditionsOf(step: Step): readonly Where[] {
  return of(step).conditions?.(step) ?? []
}

/** Returns the questions of a step's conditions about the person of a record, each once. */
export function questionsOfStep(step: Step): readonly PersonQuestion[] {
  const awaited = awaitedEventOf(step)?.where ?? null
  return questionsOf({ and: awaited === null ? conditionsOf(step) : [awaited] })
}

/** Returns the branches of a step in their order; none for a step without branches. */
export function branchesOf(step: Step): readonly Branch[] {
  return of(step).branches?.read(step) ?? []
}

/** Returns whether a step divides its recipients by shares, so that the results of its branches are compared. */
export function dividesByShare(step: Step): boolean {
  return branchesOf(step).some(({ percent }) => percent !== null)
}

/** Returns a step in which `change` has replaced the steps of each branch. */
export function withBranches(step: Step, change: ChangeSteps): Step {
  return of(step).branches?.replace(step, change) ?? step
}

/** Returns whether a step is plain; `isPlain` in `Capabilities` says what that means. */
export function isPlainStep(step: Step): boolean {
  return of(step).isPlain(step)
}
