import type { Requester } from '../../../domain/account/requester.ts'
import { assertNotFilled } from '../../../domain/arrival/mapping/mapping-columns.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Cell } from '../../../domain/record-cells.ts'
import { columnsOfSettings } from '../../../domain/spinner/columns-of-settings.ts'
import type { Spinner } from '../../../domain/spinner/spinner.ts'
import { renamingBudget, type TemplateBudget } from '../../../domain/spinner/steps/template-budget.ts'
import { columnsOf } from '../../../domain/spinner/where/where.ts'
import {
  assertNotMatched,
  columnAmong,
  columnName,
  type NewColumn,
  withColumn,
} from '../../../domain/table/column/column-changes.ts'
import { columnTypeOf, faultOfType, type TypedColumn } from '../../../domain/table/column/column-type.ts'
import type { Column, DataTable } from '../../../domain/table/data-table.ts'
import { viewWithout } from '../../../domain/table/search/view.ts'
import type { Segment } from '../../../domain/table/segment/segment.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import type { Templates } from '../../../ports/spinner/templates.ts'
import type { RecordStore } from '../../../ports/table/records.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { columnsNamed, readSteps } from '../../spinner/steps/check-steps.ts'
import { storedTable } from '../locked-table.ts'
import { type SpinnerInUse, sameSpinners, spinnersOver } from './spinners-over.ts'
import { assertColumnsMayChange, type TableRevision, tableForColumns } from './table-for-columns.ts'

/** The number of filled cells of a column, and how many of them do not match a type. */
export interface TypeCheck {
  readonly filled: number
  readonly mismatches: number
  /** The first five values that do not match the type. */
  readonly samples: readonly { readonly recordId: string; readonly value: Cell }[]
}

interface RemovedColumn extends TableRevision {
  readonly column: string
}

const page = 1_000
const maxSamples = 5

/** Adds and removes columns of data tables, and checks the values of columns. */
export class Columns {
  readonly #unitOfWork: UnitOfWork
  readonly #templates: Templates
  readonly #records: RecordStore

  constructor(unitOfWork: UnitOfWork, templates: Templates, records: RecordStore) {
    this.#unitOfWork = unitOfWork
    this.#templates = templates
    this.#records = records
  }

  /**
   * Adds a column after the existing columns and returns its name as it is stored. The column is empty in existing
   * records.
   */
  async add(requester: Requester, column: TableRevision & NewColumn): Promise<string> {
    const { organizationId, by } = requester
    const name = columnName(column.name)
    await this.#unitOfWork.run(async (tx) => {
      const table = await tableForColumns(tx, requester, column)
      const { isMetadata } = column
      const columns = withColumn(table.columns, { name, isMetadata, ...columnTypeOf(column) })
      await assertColumnsMayChange(tx, table)
      await tx.dataTables.addColumns(table.id, [name])
      await saveColumns(tx, table, columns)
      const subject = { kind: 'dataTable', id: table.id, name: table.name } as const
      await tx.audit.add({ action: 'column.added', organizationId, by, subject, after: { column: name } })
    })
    return name
  }

  /**
   * Counts the values of a column that do not match a type, before the column gets the type. Changes nothing. Calls
   * `yieldToOthers` between pages of records, so that other requests can run while a large table is read.
   */
  async checkType(
    organizationId: string,
    {
      dataTableId,
      column,
      ...typed
    }: TypedColumn & { readonly dataTableId: string; readonly column: string },
    yieldToOthers: () => Promise<void>,
  ): Promise<TypeCheck> {
    const table = await this.#unitOfWork.run((tx) => storedTable(tx, organizationId, dataTableId))
    columnAmong(table.columns, column)
    const type = columnTypeOf(typed)
    let [filled, mismatches] = [0, 0]
    const samples: { recordId: string; value: Cell }[] = []
    let after: string | null = null
    do {
      const { items, next } = await this.#records.list(dataTableId, 'asc', { limit: page, after })
      for (const { id, data } of items) {
        const value = Object.hasOwn(data, column) ? (data[column] ?? null) : null
        if (value !== null && value !== '') filled++
        if (faultOfType(type, value) === null) continue
        mismatches++
        if (samples.length < maxSamples) samples.push({ recordId: id, value })
      }
      after = next
      await yieldToOthers()
    } while (after !== null)
    await this.#records.assertSameColumns(table)
    return { filled, mismatches, samples }
  }

  /**
   * Removes a column with its values, unless a published spinner or a running job needs it. A draft that uses
   * the column can no longer be published.
   */
  async remove(requester: Requester, removed: RemovedColumn): Promise<void> {
    const budget = renamingBudget(requester.organizationId)
    // Parses the templates of spinners before the table is locked; otherwise arrivals to the table would wait
    // for them.
    for (let isDone = false; !isDone; ) {
      const read = await this.#unitOfWork.run(async (tx) => {
        const table = await tableForColumns(tx, requester, removed)
        columnAmong(table.columns, removed.column)
        return spinnersOver(tx, table.id)
      })
      await this.#assertUnused(read, removed.column, budget)
      isDone = await this.#unitOfWork.run((tx) => this.#remove(tx, requester, { ...removed, read }))
    }
  }

  /**
   * Removes the column in one transaction. Returns false if a spinner was changed after it was read, so that
   * the caller tries again.
   */
  async #remove(
    tx: Transaction,
    requester: Requester,
    { column, read, ...place }: RemovedColumn & { readonly read: readonly SpinnerInUse[] },
  ): Promise<boolean> {
    const { organizationId, by } = requester
    const table = await tableForColumns(tx, requester, place)
    columnAmong(table.columns, column)
    assertNotMatched(table.match, column)
    assertNotFilled(await tx.mappings.of(table.id), column)
    assertInNoSegment(await tx.segments.ofTable(table.id), column)
    await assertColumnsMayChange(tx, table)
    if (!sameSpinners(read, await spinnersOver(tx, table.id))) return false
    await tx.spinners.forgetColumn(table.id, column)
    await tx.dataTables.removeColumn(table.id, column)
    for (const view of await tx.dataTables.viewsOf(table.id))
      await tx.dataTables.putView(viewWithout(view, column))
    await saveColumns(
      tx,
      table,
      table.columns.filter(({ name }) => name !== column),
    )
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
      for (const { version, steps, goal, sendWindow } of versions) {
        const read = await readSteps(steps, this.#templates, budget)
        const named = columnsNamed([...columnsOfSettings({ goal, sendWindow }), ...read])
        if (named.has(column)) throw used(spinner, version, column)
      }
    }
  }
}

/** Throws if segments name a column, because they would have other records without it. */
function assertInNoSegment(segments: readonly Segment[], column: string): void {
  const names = segments
    .filter(({ where }) => columnsOf(where).includes(column))
    .map(({ name }) => `"${name}"`)
  if (names.length > 0)
    throw new DomainError('CONFLICT', {
      message:
        names.length === 1
          ? sentence(
              'The column "{column}" is used by the segment {segment}; nothing was changed. First change or delete the segment',
              { column, segment: names.join() },
            )
          : sentence(
              'The column "{column}" is used by the segments {segments}; nothing was changed. First change or delete them',
              { column, segments: names.join(', ') },
            ),
    })
}

async function saveColumns(tx: Transaction, table: DataTable, columns: readonly Column[]): Promise<void> {
  const { schemaVersion, revision } = table
  const versions = { schemaVersion: schemaVersion + 1, revision: revision + 1 }
  await tx.dataTables.save({ ...table, columns, ...versions })
}

function used({ name, publishedVersion }: Spinner, version: number, column: string): DomainError {
  return new DomainError('CONFLICT', {
    message:
      publishedVersion === version
        ? sentence(
            'The column "{column}" is used by the published spinner "{name}"; nothing was changed. First publish the spinner without the column, or unpublish it',
            { column, name },
          )
        : sentence(
            'The column "{column}" is used by a job of the spinner "{name}" that has not ended; nothing was changed. Wait until the job has ended, or cancel it',
            { column, name },
          ),
  })
}
