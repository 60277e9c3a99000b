import { DomainError, type ErrorItem, maxErrorItems } from '../../errors.ts'
import { programOf } from './program.ts'
import { originOf } from './request-origin.ts'
import { type GuardStep, type Step, sameSteps, type WebhookStep } from './step.ts'
import { withBranches } from './step-capabilities.ts'

/**
 * The text that the API shows instead of the value of a header of a webhook or guard step, because the value may be a
 * credential of a receiver. A step that is sent with this text keeps the stored value.
 */
const hiddenHeader = '(hidden)'

type RequestStep = GuardStep | WebhookStep

/** A header of a step. `name` is in lower case. */
interface HeaderOfStep {
  readonly name: string
  readonly value: string
  readonly step: RequestStep
}

/** Returns the headers of a request with their values hidden. */
export function hiddenHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, hiddenHeader]))
}

/** Returns steps with the values of their headers hidden. */
export function withHiddenHeaders(steps: readonly Step[]): Step[] {
  return withHeaders(steps, () => hiddenHeader)
}

/**
 * Returns sent steps in which each hidden value of a header is replaced by a value of the draft. A value is found by
 * the name of the header and the scheme and host of the URL, so that it is never sent to another host. Throws if the
 * draft has no such value, or several and it is not clear which.
 */
export function withHeadersOfDraft(sent: readonly Step[], draft: readonly Step[]): Step[] {
  const { steps, missing } = withKnownHeaders(sent, draft)
  if (missing.length > 0) throw unknownValues(missing, sent)
  return steps
}

/** Returns sent steps as `withHeadersOfDraft` does, in which values that the draft does not have stay hidden. */
export function withKnownHeaders(
  sent: readonly Step[],
  draft: readonly Step[],
): { readonly steps: Step[]; readonly missing: readonly HeaderOfStep[] } {
  const stored = headersIn(draft)
  const hidden = headersIn(sent).filter(({ value }) => value === hiddenHeader)
  const missing: HeaderOfStep[] = []
  const steps = withHeaders(sent, (header) => {
    if (header.value !== hiddenHeader) return header.value
    const value = storedValue(header, stored, hidden)
    if (value === null) missing.push(header)
    return value ?? header.value
  })
  return { steps, missing }
}

/**
 * Returns the stored value of a hidden header; null if there is none, or if it is not clear which one it is, as for two
 * names in one step that differ only in case.
 */
function storedValue(
  header: HeaderOfStep,
  stored: readonly HeaderOfStep[],
  hidden: readonly HeaderOfStep[],
): string | null {
  const { name, step } = header
  if (hidden.filter((other) => other.step === step && other.name === name).length > 1) return null
  const ofHost = stored.filter((other) => other.name === name && hostOf(other.step) === hostOf(step))
  const ofUrl = ofHost.filter((other) => other.step.url === step.url)
  const alike = ofUrl.filter((other) => isAlike(other.step, step))
  const nearest = [alike, ofUrl, ofHost].find((headers) => headers.length > 0) ?? []
  const [first] = nearest
  if (first === undefined) return null
  if (nearest.every(({ value }) => value === first.value)) return first.value
  // Steps that differ only in hidden values are told apart by their order.
  const sentAlike = hidden.filter((other) => other.name === name && isAlike(other.step, step))
  if (nearest !== alike || sentAlike.length !== alike.length) return null
  return alike[sentAlike.findIndex((other) => other.step === step)]?.value ?? null
}

function hostOf({ url }: RequestStep): string {
  return originOf(url) ?? url
}

function isAlike(step: RequestStep, other: RequestStep): boolean {
  return sameSteps(withHiddenHeaders([step]), withHiddenHeaders([other]))
}

/** The reason why a hidden value is not kept, as the end of a sentence. */
const reason = 'the hidden value is stored for another host or name'

function unknownValues(missing: readonly HeaderOfStep[], sent: readonly Step[]): DomainError {
  const program = programOf(sent)
  const typedName = ({ name, step }: HeaderOfStep) =>
    Object.keys(step.headers ?? {}).find((other) => other.toLowerCase() === name) ?? name
  const errors = missing.slice(0, maxErrorItems).map((header): ErrorItem => {
    const place = program.find(({ step }) => step === header.step)?.pointer ?? '/steps'
    return {
      pointer: `${place}/headers/${typedName(header).replaceAll('~', '~0')}`,
      code: 'HIDDEN_HEADER',
      message: `needs its value again, because ${reason}`,
    }
  })
  const names = [...new Set(missing.slice(0, maxErrorItems).map((header) => `"${typedName(header)}"`))]
  const message = `Enter the value of the header ${names.join(', ')} again, because ${reason}`
  return new DomainError('VALIDATION_FAILED', { message, errors })
}

function headersIn(steps: readonly Step[]): readonly HeaderOfStep[] {
  const found: HeaderOfStep[] = []
  withHeaders(steps, (header) => {
    found.push(header)
    return header.value
  })
  return found
}

function withHeaders(steps: readonly Step[], valueOf: (header: HeaderOfStep) => string): Step[] {
  return steps.map((step) => {
    if (!('headers' in step) || step.headers === undefined)
      return withBranches(step, (inner) => withHeaders(inner, valueOf))
    const entries = Object.entries(step.headers).map(([name, value]) => [
      name,
      valueOf({ name: name.toLowerCase(), value, step }),
    ])
    return { ...step, headers: Object.fromEntries(entries) }
  })
}
