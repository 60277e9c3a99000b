import { isForAddresses } from '../../../domain/arrival/import/row-check.ts'
import { DomainError } from '../../../domain/errors.ts'
import { programOf } from '../../../domain/spinner/steps/program.ts'
import { mailOf } from '../../../domain/spinner/steps/step-capabilities.ts'
import { requestBudget } from '../../../domain/spinner/steps/template-budget.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import type { SpinnerStore } from '../../../ports/spinner/spinners.ts'
import type { Templates } from '../../../ports/spinner/templates.ts'

/** The largest number of spinners whose e-mail steps are searched for the columns to which they write. */
const maxSpinners = 200

/**
 * Finds the columns of a table that hold e-mail addresses: by type or name, or because a spinner writes to
 * them.
 */
export class AddressColumns {
  readonly #spinners: SpinnerStore
  readonly #templates: Templates

  constructor(spinners: SpinnerStore, templates: Templates) {
    this.#spinners = spinners
    this.#templates = templates
  }

  async of({ id, organizationId, projectId, columns }: DataTable): Promise<ReadonlySet<string>> {
    const own = columns.filter((column) => isForAddresses(column, new Set())).map(({ name }) => name)
    const page = { limit: maxSpinners, after: null }
    const { items } = await this.#spinners.list({ organizationId, projectIds: null }, page, projectId)
    const budget = requestBudget(organizationId)
    const written = new Set<string>()
    for (const { steps } of items.filter(({ dataTableId }) => dataTableId === id))
      for (const { step } of programOf(steps)) {
        const mail = mailOf(step)
        if (mail !== null && isOneCell(mail.to)) written.add(mail.to)
      }
    const named = await Promise.all(
      [...written].map(async (template) => {
        try {
          return await this.#templates.columnsOf(template, budget)
        } catch (error) {
          // Ignores a template that cannot be parsed, because a draft may contain one.
          if (error instanceof DomainError) return []
          throw error
        }
      }),
    )
    return new Set([...own, ...named.flat()])
  }
}

/**
 * Returns true if a template is only one column, as in `{{ email }}`. In a longer template, the column may
 * hold only a part of the address.
 */
function isOneCell(template: string): boolean {
  return /^\s*\{\{[^{}|]*\}\}\s*$/.test(template)
}
