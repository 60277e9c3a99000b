import { isForAddresses } from '../../../domain/arrival/import/row-check.ts'
import { DomainError } from '../../../domain/errors.ts'
import { programOf } from '../../../domain/spinner/steps/program.ts'
import { requestBudget } from '../../../domain/spinner/steps/template-budget.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import type { SpinnerQueries } from '../../../ports/spinner/spinner-queries.ts'
import type { Templates } from '../../../ports/spinner/templates.ts'

/** More spinners than anybody has over the tables of one project. */
const mostSpinners = 200

/** The columns that spinners over a table write to, beside those that are for addresses by type or name. */
export class AddressColumns {
  readonly #spinners: SpinnerQueries
  readonly #templates: Templates

  constructor(spinners: SpinnerQueries, templates: Templates) {
    this.#spinners = spinners
    this.#templates = templates
  }

  async of({ id, organizationId, projectId, columns }: DataTable): Promise<ReadonlySet<string>> {
    const own = columns.filter((column) => isForAddresses(column, new Set())).map(({ name }) => name)
    const page = { limit: mostSpinners, after: null }
    const { items } = await this.#spinners.list(organizationId, projectId, page)
    const budget = requestBudget(organizationId)
    const written = new Set<string>()
    for (const { steps } of items.filter(({ dataTableId }) => dataTableId === id))
      for (const { step } of programOf(steps))
        if (step.type === 'email' && isOneCell(step.to)) written.add(step.to)
    const named = await Promise.all(
      [...written].map(async (template) => {
        try {
          return await this.#templates.columnsOf(template, budget)
        } catch (error) {
          // A draft may have a template that cannot be read.
          if (error instanceof DomainError) return []
          throw error
        }
      }),
    )
    return new Set([...own, ...named.flat()])
  }
}

/** Not a text around it, which may make an address of what is none. */
function isOneCell(template: string): boolean {
  return /^\s*\{\{[^{}|]*\}\}\s*$/.test(template)
}
