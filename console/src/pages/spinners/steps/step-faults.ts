import { isProblem } from '../../../api/problem.ts'
import type { Preview } from '../../../api/schema.ts'
import { type StepDraft, takesValue, type WebhookDraft } from './step-draft.ts'
import { longestWait, waitUnits } from './waits.ts'

/** What a field of a step has wrong. The field is named as the API's pointers name it. */
export interface StepFault {
  readonly key: string
  readonly field: string
  readonly message: string
}

type FieldFault = readonly [field: string, message: string]

/** What the console sees by itself, before it asks the API. */
export function faultsOf(steps: readonly StepDraft[]): readonly StepFault[] {
  return steps.flatMap((step) =>
    fieldFaults(step).map(([field, message]) => ({ key: step.key, field, message })),
  )
}

function fieldFaults(step: StepDraft): FieldFault[] {
  switch (step.type) {
    case 'email':
      return [
        ...filledIn('to', step.to, 'Say who gets it, as in {{ email }}', 1_000),
        ...filledIn('subject', step.subject, 'Give it a subject', 1_000),
        ...(step.text === '' && step.html === ''
          ? [['text', 'Write a text, an HTML version or both'] as const]
          : []),
        ...notLonger('text', step.text, 100_000),
        ...notLonger('html', step.html, 100_000),
      ]
    case 'webhook':
      return [
        ...urlFaults(step.url),
        ...headerFaults(step),
        ...filledIn('body', step.body, 'Give it a body, at least {}', 100_000),
      ]
    case 'wait': {
      const seconds = Number(step.amount) * waitUnits[step.unit]
      if (step.amount === '') return [['seconds', 'Say how long']]
      if (seconds < 1 || Math.abs(seconds - Math.round(seconds)) > 0.001)
        return [['seconds', 'Whole seconds, one or more']]
      return seconds > longestWait ? [['seconds', '90 days at most']] : []
    }
    case 'condition':
      return [
        ...filledIn('column', step.column, 'Choose a metadata column', 200),
        ...(takesValue(step.operator)
          ? filledIn('value', String(step.value), 'Say what to compare with', 1_000)
          : []),
        ...(step.operator.endsWith('Than') && step.value !== '' && Number.isNaN(Number(step.value))
          ? [['value', 'A number, as in 100'] as const]
          : []),
      ]
  }
}

function filledIn(field: string, value: string, message: string, longest: number): FieldFault[] {
  return value === '' ? [[field, message]] : notLonger(field, value, longest)
}

function notLonger(field: string, value: string, longest: number): FieldFault[] {
  return value.length > longest ? [[field, `${longest.toLocaleString('en')} characters at most`]] : []
}

function urlFaults(url: string): FieldFault[] {
  if (url === '') return [['url', 'Say where it goes, as in https://example.com/hook']]
  if (!/^https?:\/\//i.test(url)) return [['url', 'Starts with https:// or http://']]
  const host = /^https?:\/\/([^\s/?#{}\\@]+)(?=[/?#]|$)/i.exec(url)
  return host === null
    ? [['url', 'Its host stands as it is, without a template']]
    : notLonger('url', url, 2_000)
}

function headerFaults({ headers }: WebhookDraft): FieldFault[] {
  const names = headers.map(({ name }) => name.toLowerCase())
  return headers.flatMap(({ name, value }, index): FieldFault[] => {
    if (name === '') return value === '' ? [] : [['headers/', 'Name the header']]
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name))
      return [[`headers/${name}`, 'Letters, digits and hyphens, as in X-Source']]
    if (names.indexOf(name.toLowerCase()) < index) return [[`headers/${name}`, 'This header is there twice']]
    return notLonger(`headers/${name}`, value, 2_000)
  })
}

interface ApiFault {
  readonly pointer: string
  readonly code: string
  readonly message?: string
  readonly suggestion?: string
}

/** What the API found, at the steps that it was asked about. */
export function faultsFromApi(errors: readonly ApiFault[], keys: readonly string[]): readonly StepFault[] {
  return errors.flatMap(({ pointer, code, message = code, suggestion }) => {
    const [, index, field = ''] = /^\/steps\/(\d+)(?:\/(.*))?$/.exec(pointer) ?? []
    const key = index === undefined ? undefined : keys[Number(index)]
    if (key === undefined) return []
    return [
      {
        key,
        field: field.replaceAll('~1', '/').replaceAll('~0', '~'),
        message: suggestion === undefined ? message : `${message}; did you mean “${suggestion}”?`,
      },
    ]
  })
}

export function apiFaultsOf(preview: Preview | undefined, error: unknown): readonly ApiFault[] {
  return [...(preview?.errors ?? []), ...(isProblem(error) ? (error.problem.errors ?? []) : [])]
}

/** One fault a field: what the console sees goes before what the API said about something older. */
export function mergedFaults(...lists: readonly (readonly StepFault[])[]): readonly StepFault[] {
  const first = new Map<string, StepFault>()
  for (const fault of lists.flat()) {
    const place = `${fault.key} ${fault.field}`
    if (!first.has(place)) first.set(place, fault)
  }
  return [...first.values()]
}

export function faultsByStep(faults: readonly StepFault[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const byStep = new Map<string, Map<string, string>>()
  for (const { key, field, message } of faults) {
    const ofStep = byStep.get(key) ?? new Map<string, string>()
    byStep.set(key, ofStep.set(field, message))
  }
  return byStep
}

export { labelOfField } from '../../../components/field-labels.ts'
