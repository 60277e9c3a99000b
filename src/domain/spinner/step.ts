import type { Cell } from '../table/cell.ts'

/** One element of a spinner. Each type has a runner of its own under use-cases/steps. */
export type Step = EmailStep | WaitStep | ConditionStep

export interface EmailStep {
  readonly type: 'email'
  /** Liquid templates over the metadata columns of the record. */
  readonly to: string
  readonly subject: string
  readonly text?: string
  readonly html?: string
}

export interface WaitStep {
  readonly type: 'wait'
  readonly seconds: number
}

export const operators = [
  'equals',
  'notEquals',
  'contains',
  'exists',
  'missing',
  'greaterThan',
  'lessThan',
] as const
export type Operator = (typeof operators)[number]

/** A record that fails it ends as skipped. */
export interface ConditionStep {
  readonly type: 'condition'
  readonly column: string
  readonly operator: Operator
  readonly value?: Exclude<Cell, null>
}

export const mostSteps = 20
export const longestWaitSeconds = 90 * 24 * 60 * 60

/** The templates of a step, by the name of their field. */
export function templatesOf(step: Step): readonly (readonly [field: string, template: string])[] {
  if (step.type !== 'email') return []
  const { to, subject, text, html } = step
  return Object.entries({ to, subject, text, html }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
}

/** Steps as they are compared: the order of fields means nothing. */
export function sameSteps(a: readonly Step[], b: readonly Step[]): boolean {
  const plain = (steps: readonly Step[]) =>
    JSON.stringify(steps.map((step) => Object.entries(step).toSorted(([x], [y]) => (x < y ? -1 : 1))))
  return plain(a) === plain(b)
}
