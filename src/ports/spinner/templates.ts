import { DomainError } from '../../domain/errors.ts'
import type { TemplateBudget } from '../../domain/spinner/steps/template-budget.ts'
import type { DataRecord } from '../../domain/table/cell.ts'

export type TemplateFormat = 'text' | 'html'

export interface ColumnRenaming {
  readonly from: string
  readonly to: string
}

/**
 * Reads and renders people's templates, and makes plain text of HTML messages. Each template is rendered within its budget and without blocking other work. Cheap
 * templates are answered at once, all others by a promise. Waiting for a promise takes as long as rendering
 * most templates.
 *
 * Fails with VALIDATION_FAILED for a template that can never render, and with `TemplateTooSlow` for one that
 * exceeds its time or memory. Fails with OVERLOADED if too many templates of the organization wait.
 */
export abstract class Templates {
  /** Returns the names of the columns that a template uses. */
  abstract columnsOf(template: string, budget: TemplateBudget): readonly string[] | Promise<readonly string[]>

  /**
   * Returns the template with a column renamed and otherwise unchanged. Fails with VALIDATION_FAILED and the
   * reason if the meaning of the new template would be uncertain.
   */
  abstract withColumnRenamed(
    template: string,
    renaming: ColumnRenaming,
    budget: TemplateBudget,
  ): string | Promise<string>

  abstract render(
    template: string,
    cells: DataRecord,
    format: TemplateFormat,
    budget: TemplateBudget,
  ): string | Promise<string>

  /**
   * Returns the text that mail programs show if they show no HTML. Accepts any HTML, however long or deep, without blocking other work. Organizations take turns,
   * so that none delays the others.
   */
  abstract plainTextOf(html: string, organizationId: string): Promise<string>
}

const tooSlow = 'The template takes too long; use fewer loops, filters and conditions, or shorter cells'

/**
 * A template exceeded its time or memory. Real time is measured, and the machine may have been busy, so a
 * retry may succeed.
 */
export class TemplateTooSlow extends DomainError {
  constructor(message = tooSlow) {
    super('OVERLOADED', { message })
    this.name = 'TemplateTooSlow'
  }
}

/** The record has no value in a column that the template names. */
export class MissingCell extends DomainError {
  readonly column: string

  constructor(column: string, message = `The column "${column}" is empty in the record`) {
    super('VALIDATION_FAILED', { message })
    this.name = 'MissingCell'
    this.column = column
  }
}
