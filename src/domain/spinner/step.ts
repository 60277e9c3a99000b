import type { Cell } from '../table/cell.ts'

/** One element of a spinner. Each type has a runner of its own under use-cases/steps. */
export type Step = EmailStep | WebhookStep | WaitStep | ConditionStep

export interface EmailStep {
  readonly type: 'email'
  /** Liquid templates over the metadata columns of the record. */
  readonly to: string
  readonly subject: string
  readonly text?: string
  readonly html?: string
}

/** What the templates of an e-mail see beside the record: the link under which nobody has to ask. */
export const unsubscribeVariable = 'unsubscribe_url'

export const webhookMethods = ['POST', 'PUT', 'PATCH'] as const

export interface WebhookStep {
  readonly type: 'webhook'
  /** No template in its host: who receives is not for the records to say. */
  readonly url: string
  readonly method?: (typeof webhookMethods)[number]
  readonly headers?: Readonly<Record<string, string>>
  /** Must render to JSON. */
  readonly body: string
}

/** The host that a URL or a template of one names; null where it names none. */
export function hostOf(url: string): string | null {
  return /^https?:\/\/([^\s/?#{}\\@]+)(?=[/?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? null
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
  switch (step.type) {
    case 'email': {
      const { to, subject, text, html } = step
      const fields = Object.entries({ to, subject, text, html })
      return fields.filter((entry): entry is [string, string] => entry[1] !== undefined)
    }
    case 'webhook': {
      const headers = Object.entries(step.headers ?? {})
      return [
        ['url', step.url],
        ...headers.map(([name, value]) => [`headers/${name}`, value] as const),
        ['body', step.body],
      ]
    }
    default:
      return []
  }
}

/** Steps as they are compared: the order of fields means nothing. */
export function sameSteps(a: readonly Step[], b: readonly Step[]): boolean {
  const plain = (steps: readonly Step[]) =>
    JSON.stringify(steps.map((step) => Object.entries(step).toSorted(([x], [y]) => (x < y ? -1 : 1))))
  return plain(a) === plain(b)
}
