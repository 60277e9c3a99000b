import { DomainError } from '../../domain/errors.ts'
import type { DataRecord } from '../../domain/record-cells.ts'
import type { TemplateBudget } from '../../domain/spinner/steps/template-budget.ts'
import { sentence } from '../../domain/text/sentence.ts'

export type TemplateFormat = 'text' | 'html'

export interface ColumnRenaming {
  readonly from: string
  readonly to: string
}

/** A replacement of a column in templates: by another column, or by a text that is the same for all records. */
export type ColumnReplacement = ColumnRenaming | { readonly from: string; readonly text: string }

/**
 * Reads and renders the templates of steps, and converts HTML messages to plain text. Templates are rendered
 * within a budget of time and without blocking other work. Cheap templates return at once, all others return
 * a promise.
 *
 * Fails with VALIDATION_FAILED for a template that can never render, and with `TemplateTooSlow` for one that
 * exceeds its time or memory. Fails with OVERLOADED if too many templates of the organization wait.
 */
export abstract class Templates {
  /** Returns the names of the columns that a template uses. */
  abstract columnsOf(template: string, budget: TemplateBudget): readonly string[] | Promise<readonly string[]>

  /**
   * Returns the template with a column renamed, or replaced by a text, and otherwise unchanged. Fails with
   * VALIDATION_FAILED and the reason if the meaning of the new template would be uncertain.
   */
  abstract withColumnReplaced(
    template: string,
    replacement: ColumnReplacement,
    budget: TemplateBudget,
  ): string | Promise<string>

  /** Renders a template. `now` is the time that the date filters write for the texts "now" and "today". */
  abstract render(
    template: string,
    cells: DataRecord,
    format: TemplateFormat,
    budget: TemplateBudget,
    now: Date,
  ): string | Promise<string>

  /**
   * Converts the HTML of a message to the plain text for mail programs that show no HTML. Accepts any HTML,
   * however long or deep, without blocking other work. Organizations take turns, so that none delays the
   * others.
   */
  abstract plainTextOf(html: string, organizationId: string): Promise<string>
}

const tooSlow = sentence(
  'The template takes too long; use fewer loops, filters and conditions, or shorter cells',
)

/**
 * The error if a template exceeded its time or memory. A busy machine may be the cause, so a retry may
 * succeed.
 */
export class TemplateTooSlow extends DomainError {
  constructor(message = tooSlow) {
    super('OVERLOADED', { message })
    this.name = 'TemplateTooSlow'
  }
}

/** The error if a template uses a column that has no value in the record. */
export class MissingCell extends DomainError {
  readonly column: string
  /** The name of the step's field that has the template; null if it is not known. */
  readonly field: string | null

  constructor(
    column: string,
    field: string | null = null,
    words = sentence('The column "{column}" is empty in the record', { column }),
  ) {
    super('VALIDATION_FAILED', {
      message: field === null ? words : sentence('"{field}": {words}', { field, words }),
    })
    this.name = 'MissingCell'
    this.column = column
    this.field = field
  }
}
