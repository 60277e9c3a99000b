import type { ConditionStep, EmailStep, Step, WaitStep, WebhookStep } from '../../../api/schema.ts'
import { type WaitUnit, waitOf, waitUnits } from './waits.ts'

/**
 * A step as it is edited: every field is there, even where it is not filled in yet. The key is the
 * console's own, so that a step keeps its place on the screen while it is moved.
 */
export type StepDraft = EmailDraft | WebhookDraft | WaitDraft | ConditionDraft

interface Keyed {
  readonly key: string
}

export interface EmailDraft
  extends Keyed,
    Required<Pick<EmailStep, 'type' | 'to' | 'subject' | 'text' | 'html'>> {}

export interface HeaderDraft extends Keyed {
  readonly name: string
  readonly value: string
}

export interface WebhookDraft extends Keyed, Pick<WebhookStep, 'type' | 'url' | 'body' | 'method'> {
  readonly headers: readonly HeaderDraft[]
}

export interface WaitDraft extends Keyed, Pick<WaitStep, 'type'> {
  /** As it stands in the field, which may be empty. */
  readonly amount: number | ''
  readonly unit: WaitUnit
}

export interface ConditionDraft extends Keyed, Pick<ConditionStep, 'type' | 'column' | 'operator'> {
  /** Numbers and booleans that the API gave stay what they are until they are edited. */
  readonly value: NonNullable<ConditionStep['value']>
}

let keys = 0
export const newKey = (): string => `k${++keys}`

export function draftOf(step: Step): StepDraft {
  const key = newKey()
  switch (step.type) {
    case 'email':
      return { key, ...step, text: step.text ?? '', html: step.html ?? '' }
    case 'webhook': {
      const headers = Object.entries(step.headers ?? {}).map(([name, value]) => ({
        key: newKey(),
        name,
        value,
      }))
      return { key, ...step, headers }
    }
    case 'wait':
      return { key, type: 'wait', ...waitOf(step.seconds) }
    case 'condition':
      return { key, ...step, value: step.value ?? '' }
  }
}

export function stepOf(draft: StepDraft): Step {
  switch (draft.type) {
    case 'email': {
      const { type, to, subject, text, html } = draft
      return { type, to, subject, ...(text === '' ? {} : { text }), ...(html === '' ? {} : { html }) }
    }
    case 'webhook': {
      const { type, url, method, body } = draft
      const headers = draft.headers.filter(({ name, value }) => name !== '' || value !== '')
      return {
        type,
        url,
        ...(method === undefined ? {} : { method }),
        ...(headers.length === 0
          ? {}
          : { headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])) }),
        body,
      }
    }
    case 'wait':
      return { type: 'wait', seconds: Math.round(Number(draft.amount) * waitUnits[draft.unit]) }
    case 'condition': {
      const { type, column, operator, value } = draft
      return { type, column, operator, ...(takesValue(operator) ? { value } : {}) }
    }
  }
}

export function takesValue(operator: ConditionDraft['operator']): boolean {
  return operator !== 'exists' && operator !== 'missing'
}

export function copyOf(draft: StepDraft): StepDraft {
  return draft.type === 'webhook'
    ? { ...draft, key: newKey(), headers: draft.headers.map((header) => ({ ...header, key: newKey() })) }
    : { ...draft, key: newKey() }
}

/** Steps that do the same: the order of fields, which the database does not keep, means nothing. */
export function sameSteps(a: readonly Step[], b: readonly Step[]): boolean {
  return canonical(a) === canonical(b)
}

export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([x], [y]) => (x < y ? -1 : 1)))
      : inner,
  )
}
