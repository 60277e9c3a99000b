import { DomainError } from '../../domain/errors.ts'
import type { TemplateBudget } from '../../domain/spinner/steps/template-budget.ts'
import type { DataRecord } from '../../domain/table/cell.ts'

export type TemplateFormat = 'text' | 'html'

export interface ColumnRenaming {
  readonly from: string
  readonly to: string
}

/**
 * Reads and renders people's templates, each within the budget that it is given, and holds up nothing else
 * meanwhile. What is cheap is answered at once, the rest by a promise: to wait for one takes as long as to
 * render what most templates are.
 *
 * Fails with VALIDATION_FAILED for what can never render, `TemplateTooSlow` for what takes more time or memory than it
 * may, and OVERLOADED where too many templates of one organization wait already.
 */
export abstract class Templates {
  /** The columns that a template names. */
  abstract columnsOf(template: string, budget: TemplateBudget): readonly string[] | Promise<readonly string[]>

  /**
   * The template with another name for a column, and otherwise as it is. Fails with VALIDATION_FAILED, saying why,
   * where it cannot be told for certain what the template would then say.
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
}

const tooSlow = 'The template takes too long; use fewer loops, filters and conditions, or shorter cells'

/** By the clock on the wall: the machine may have been busy, so it may succeed another time. */
export class TemplateTooSlow extends DomainError {
  constructor(message = tooSlow) {
    super('OVERLOADED', { message })
    this.name = 'TemplateTooSlow'
  }
}

/** The record has nothing in a column that the template names. */
export class MissingCell extends DomainError {
  readonly column: string

  constructor(column: string, message = `The record has nothing in "${column}"`) {
    super('VALIDATION_FAILED', { message })
    this.name = 'MissingCell'
    this.column = column
  }
}
