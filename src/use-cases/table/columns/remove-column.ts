import type { Actor } from '../../../domain/account/audit/actor.ts'
import { assertNotFilled } from '../../../domain/arrival/mapping/mapping-columns.ts'
import { DomainError } from '../../../domain/errors.ts'
import { columnsOfWindow } from '../../../domain/spinner/send-window.ts'
import type { Spinner } from '../../../domain/spinner/spinner.ts'
import { renamingBudget, type TemplateBudget } from '../../../domain/spinner/steps/template-budget.ts'
import { assertNotMatched, columnAmong } from '../../../domain/table/column-changes.ts'
import { viewWithout } from '../../../domain/table/search/view.ts'
import type { Templates } from '../../../ports/spinner/templates.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { columnsNamed, readSteps } from '../../spinner/steps/check-steps.ts'
import { type SpinnerInUse, sameSpinners, spinnersOver } from './spinners-over.ts'
import { assertColumnsMayChange, type ColumnCommand, tableForColumns } from './table-for-columns.ts'

export interface RemoveColumnCommand extends ColumnCommand {
  readonly column: string
  readonly by: Actor
}

/**
 * Removes a column with its values, unless a published spinner or a running job needs it. A draft that uses
 * the column can no longer be published.
 */
export class RemoveColumn {
  readonly #unitOfWork: UnitOfWork
  readonly #templates: Templates

  constructor(unitOfWork: UnitOfWork, templates: Templates) {
    this.#unitOfWork = unitOfWork
    this.#templates = templates
  }

  async execute(command: RemoveColumnCommand): Promise<void> {
    const budget = renamingBudget(command.organizationId)
    // Parses the templates of spinners before the table is locked; otherwise arrivals to the table would wait
    // for them.
    for (let isDone = false; !isDone; ) {
      const read = await this.#unitOfWork.run(async (tx) => {
        const table = await tableForColumns(tx, command)
        columnAmong(table.columns, command.column)
        return spinnersOver(tx, table.id)
      })
      await this.#assertUnused(read, command.column, budget)
      isDone = await this.#unitOfWork.run((tx) => this.#remove(tx, command, read))
    }
  }

  /**
   * Removes the column in one transaction. Returns false if a spinner was changed after it was read, so that
   * the caller tries again.
   */
  async #remove(
    tx: Transaction,
    command: RemoveColumnCommand,
    read: readonly SpinnerInUse[],
  ): Promise<boolean> {
    const { organizationId, column, by } = command
    const table = await tableForColumns(tx, command)
    columnAmong(table.columns, column)
    assertNotMatched(table.match, column)
    assertNotFilled(await tx.mappings.of(table.id), column)
    await assertColumnsMayChange(tx, table)
    if (!sameSpinners(read, await spinnersOver(tx, table.id))) return false
    await tx.spinners.forgetColumn(table.id, column)
    await tx.dataTables.removeColumn(table.id, column)
    for (const view of await tx.views.of(table.id)) await tx.views.put(viewWithout(view, column))
    await tx.dataTables.save({
      ...table,
      columns: table.columns.filter(({ name }) => name !== column),
      schemaVersion: table.schemaVersion + 1,
      revision: table.revision + 1,
    })
    const subject = { kind: 'dataTable', id: table.id, name: table.name } as const
    await tx.audit.add({ action: 'column.removed', organizationId, by, subject, before: { column } })
    return true
  }

  async #assertUnused(
    spinners: readonly SpinnerInUse[],
    column: string,
    budget: TemplateBudget,
  ): Promise<void> {
    for (const { spinner, versions } of spinners) {
      for (const { version, steps, sendWindow } of versions) {
        const read = await readSteps(steps, this.#templates, budget)
        const named = columnsNamed([...columnsOfWindow(sendWindow), ...read])
        if (named.has(column)) throw used(spinner, version, column)
      }
    }
  }
}

function used({ name, publishedVersion }: Spinner, version: number, column: string): DomainError {
  return new DomainError('CONFLICT', {
    message:
      publishedVersion === version
        ? `The column "${column}" is used by the published spinner "${name}"; nothing was changed. First publish the spinner without the column, or unpublish it`
        : `The column "${column}" is used by a job of the spinner "${name}" that has not ended; nothing was changed. Wait until the job has ended, or cancel it`,
  })
}
