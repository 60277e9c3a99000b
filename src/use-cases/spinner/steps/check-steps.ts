import { DomainError, type ErrorItem, mostErrorItems } from '../../../domain/errors.ts'
import type { Step } from '../../../domain/spinner/step.ts'
import type { Field } from '../../../domain/spinner/step-field.ts'
import { closest } from '../../../domain/table/closest.ts'
import type { Templates } from '../../../ports/spinner/templates.ts'
import { typeOf } from './step-types.ts'

/** Refuses a draft with a template that can never be read, and says which. */
export function assertTemplatesParse(steps: readonly Step[], templates: Templates): void {
  const errors = steps.flatMap((step, index) =>
    templatesOf(step).flatMap(({ place, template }): ErrorItem[] => {
      const fault = faultOf(template, templates)
      return fault === null ? [] : [{ pointer: `/steps/${index}/${place}`, code: 'TEMPLATE', message: fault }]
    }),
  )
  if (errors.length === 0) return
  throw new DomainError('VALIDATION_FAILED', {
    message: `A template cannot be read: ${errors[0]?.pointer} ${errors[0]?.message}`,
    errors: errors.slice(0, mostErrorItems),
  })
}

function faultOf(template: string, templates: Templates): string | null {
  try {
    templates.columnsOf(template)
    return null
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}

/** Refuses to publish a pipeline that would look at a column which pipelines may not see. */
export function assertSeesOnly(
  metadata: readonly string[],
  columns: readonly string[],
  steps: readonly Step[],
  templates: Templates,
): void {
  const errors = unseenColumns(metadata, columns, steps, templates)
  if (errors.length === 0) return
  throw new DomainError('SPINNER_INVALID', {
    message: `The pipeline cannot run as it is: ${errors[0]?.message}`,
    errors,
  })
}

/** A place in the steps that stands in the way of publishing them. */
export type StepFault = ErrorItem & Required<Pick<ErrorItem, 'message'>>

/** Where steps name a column that pipelines may not see. */
export function unseenColumns(
  metadata: readonly string[],
  columns: readonly string[],
  steps: readonly Step[],
  templates: Templates,
): readonly StepFault[] {
  const unseen = steps.flatMap((step, index) =>
    columnsNamedBy(step, templates).flatMap(({ place, column }) =>
      metadata.includes(column) ? [] : [{ pointer: `/steps/${index}/${place}`, column }],
    ),
  )
  // Cut off before suggestions are looked for: each is dear, and how many is the author's to choose.
  return unseen.slice(0, mostErrorItems).map(({ pointer, column }): StepFault => {
    if (columns.includes(column)) {
      const message = `"${column}" is not marked as a metadata column of the data table`
      return { pointer, code: 'NOT_METADATA', column, message }
    }
    const suggestion = closest(column, metadata)
    const message = `The data table has no column "${column}"`
    const item = { pointer, code: 'UNKNOWN_COLUMN', column, message }
    return suggestion === null ? item : { ...item, suggestion }
  })
}

/** The place of a template within its step, the template, and what it sees beside the columns. */
interface PlacedTemplate {
  readonly place: string
  readonly template: string
  readonly given: readonly string[]
}

function templatesOf(step: Step): readonly PlacedTemplate[] {
  return filledIn(step).flatMap(([name, field, value]) => {
    if (field.kind === 'template')
      return [{ place: name, template: value as string, given: field.given ?? [] }]
    if (field.kind !== 'entries' || field.values.kind !== 'template') return []
    const { given = [] } = field.values
    return Object.entries(value as Record<string, string>).map(([key, template]) => ({
      place: `${name}/${key}`,
      template,
      given,
    }))
  })
}

function columnsNamedBy(step: Step, templates: Templates): { place: string; column: string }[] {
  const byName = filledIn(step).flatMap(([place, { kind }, value]) =>
    kind === 'column' ? [{ place, column: value as string }] : [],
  )
  const byTemplate = templatesOf(step).flatMap(({ place, template, given }) =>
    [...new Set(templates.columnsOf(template))]
      .filter((column) => !given.includes(column))
      .map((column) => ({ place, column })),
  )
  return [...byName, ...byTemplate]
}

function filledIn(step: Step): (readonly [name: string, field: Field, value: unknown])[] {
  const values = new Map<string, unknown>(Object.entries(step))
  return Object.entries(typeOf(step).fields).flatMap(([name, field]) =>
    values.has(name) ? [[name, field, values.get(name)] as const] : [],
  )
}
