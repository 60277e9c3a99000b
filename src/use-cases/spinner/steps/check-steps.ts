import { DomainError, type ErrorItem, mostErrorItems } from '../../../domain/errors.ts'
import { type Step, templatesOf, unsubscribeVariable } from '../../../domain/spinner/step.ts'
import { closest } from '../../../domain/table/closest.ts'
import type { Templates } from '../../../ports/spinner/templates.ts'

/** Refuses a draft with a template that can never be read, and says which. */
export function assertTemplatesParse(steps: readonly Step[], templates: Templates): void {
  const errors = steps.flatMap((step, index) =>
    templatesOf(step).flatMap(([field, template]): ErrorItem[] => {
      const fault = faultOf(template, templates)
      return fault === null ? [] : [{ pointer: `/steps/${index}/${field}`, code: 'TEMPLATE', message: fault }]
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
    namedBy(step, templates).flatMap(([field, name]) =>
      metadata.includes(name) ? [] : [{ pointer: `/steps/${index}/${field}`, column: name }],
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

function namedBy(step: Step, templates: Templates): (readonly [field: string, column: string])[] {
  if (step.type === 'condition') return [['column', step.column]]
  const isGiven = (field: string, name: string) =>
    step.type === 'email' && field !== 'to' && name === unsubscribeVariable
  return templatesOf(step).flatMap(([field, template]) =>
    [...new Set(templates.columnsOf(template))]
      .filter((name) => !isGiven(field, name))
      .map((column) => [field, column] as const),
  )
}
