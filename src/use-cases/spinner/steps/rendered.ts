import { DomainError } from '../../../domain/errors.ts'
import type { DataRecord } from '../../../domain/table/cell.ts'
import type { Templates } from '../../../ports/spinner/templates.ts'

/** Renders the templates of a step for one record; a fault names the field that it is in. */
export function rendered(
  templates: Templates,
  cells: DataRecord,
): (field: string, template: string, format?: 'text' | 'html') => string {
  return (field, template, format = 'text') => {
    try {
      return templates.render(template, cells, format)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      throw new DomainError(error.code, { ...error.details, message: `"${field}": ${error.message}` })
    }
  }
}
