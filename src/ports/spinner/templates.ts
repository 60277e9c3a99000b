import { DomainError } from '../../domain/errors.ts'
import type { TemplateBudget } from '../../domain/spinner/template-budget.ts'
import type { DataRecord } from '../../domain/table/cell.ts'

export type TemplateFormat = 'text' | 'html'

/**
 * Reads and renders people's templates, each within the budget that it is given, and holds up nothing else
 * meanwhile. What is cheap is answered at once, the rest by a promise: to wait for one takes as long as to
 * render what most templates are.
 *
 * Fails with VALIDATION_FAILED for what can never render, `TemplateTooSlow` for what takes more time or memory than it may,
 * and OVERLOADED where too many templates of one organization wait already.
 */
export abstract class Templates {
  /** The columns that a template names. */
  abstract columnsOf(template: string, budget: TemplateBudget): readonly string[] | Promise<readonly string[]>

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
