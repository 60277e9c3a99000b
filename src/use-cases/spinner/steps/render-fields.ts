import { DomainError } from '../../../domain/errors.ts'
import type { DataRecord } from '../../../domain/record-cells.ts'
import type { TemplateBudget } from '../../../domain/spinner/steps/template-budget.ts'
import {
  MissingCell,
  type TemplateFormat,
  type Templates,
  TemplateTooSlow,
} from '../../../ports/spinner/templates.ts'
import { mapInOrder } from './maybe-async.ts'

interface FilledIn {
  readonly field: string
  readonly template: string
  readonly format?: TemplateFormat
}

/**
 * Renders the templates of a step for one record, one after the other. An error names the field of the faulty
 * template. `now` is the time of the recipient, which a rehearsal simulates.
 */
export function renderFields(
  templates: Templates,
  cells: DataRecord,
  budget: TemplateBudget,
  fields: readonly FilledIn[],
  now: Date,
): readonly string[] | Promise<readonly string[]> {
  return mapInOrder(fields, ({ field, template, format = 'text' }) => {
    try {
      const text = templates.render(template, cells, format, budget, now)
      return text instanceof Promise
        ? text.catch((error: unknown) => Promise.reject(placed(field, error)))
        : text
    } catch (error) {
      throw placed(field, error)
    }
  })
}

function placed(field: string, error: unknown): unknown {
  if (!(error instanceof DomainError)) return error
  const message = `"${field}": ${error.message}`
  if (error instanceof TemplateTooSlow) return new TemplateTooSlow(message)
  if (error instanceof MissingCell) return new MissingCell(error.column, field)
  return new DomainError(error.code, { ...error.details, message })
}
