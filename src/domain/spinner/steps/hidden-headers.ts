import { DomainError, type ErrorItem, mostErrorItems } from '../../errors.ts'
import type { GuardStep, Step, WebhookStep } from './step.ts'
import { withBranches } from './step-capabilities.ts'

/**
 * The text that API keys see instead of the value of a header of a webhook or guard step, because the value may be a
 * credential of a receiver.
 */
const hiddenHeader = '(hidden)'

/** Returns steps with the values of their headers hidden. */
export function withHiddenHeaders(steps: readonly Step[]): Step[] {
  return withHeaders(steps, () => hiddenHeader)
}

/**
 * Returns sent steps in which each hidden value of a header is replaced by the value of the draft. Values are
 * found by the URL of the step and the name of the header, so that a value is never sent to another URL. Throws
 * if the draft has no such value.
 */
export function withHeadersOfDraft(sent: readonly Step[], draft: readonly Step[]): Step[] {
  const known = new Map<string, string>()
  withHeaders(draft, (value, name, { url }) => {
    known.set(`${name.toLowerCase()} ${url}`, value)
    return value
  })
  const missing: string[] = []
  const steps = withHeaders(sent, (value, name, { url }) => {
    if (value !== hiddenHeader) return value
    const kept = known.get(`${name.toLowerCase()} ${url}`)
    if (kept === undefined) missing.push(name)
    return kept ?? value
  })
  if (missing.length > 0) throw unknownValues(missing)
  return steps
}

function unknownValues(names: readonly string[]): DomainError {
  const message = `The value of a header is hidden, and the draft has no step with this URL and header`
  const errors: ErrorItem[] = names.slice(0, mostErrorItems).map(() => ({
    pointer: '/steps',
    code: 'HIDDEN_HEADER',
    message: 'must give the value of each new header',
  }))
  return new DomainError('VALIDATION_FAILED', { message, errors })
}

function withHeaders(
  steps: readonly Step[],
  valueOf: (value: string, name: string, step: GuardStep | WebhookStep) => string,
): Step[] {
  return steps.map((step) => {
    if (!('headers' in step) || step.headers === undefined)
      return withBranches(step, (inner) => withHeaders(inner, valueOf))
    const entries = Object.entries(step.headers).map(([name, value]) => [name, valueOf(value, name, step)])
    return { ...step, headers: Object.fromEntries(entries) }
  })
}
