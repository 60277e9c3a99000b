import { type Actor, apiKeyIdOf } from '../../../domain/account/audit/actor.ts'
import { cellsInEntry, namesInEntry } from '../../../domain/account/audit/facts.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { DataRecord } from '../../../domain/table/cell.ts'
import { assertTypes } from '../../../domain/table/column-type.ts'
import { TableShape } from '../../../domain/table/table-shape.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface ChangeRecordCommand {
  readonly organizationId: string
  readonly dataTableId: string
  readonly recordId: string
  /** The new values of the record by column; other columns stay unchanged. */
  readonly data: DataRecord
  readonly requestId: string
  readonly by: Actor
}

/**
 * Changes cells of one record that a user has edited. Jobs that have taken the record do not take it again.
 */
export class ChangeRecord {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute(command: ChangeRecordCommand): Promise<void> {
    const { organizationId, dataTableId, recordId, data, requestId, by } = command
    await this.#unitOfWork.run(async (tx) => {
      const table = await tx.dataTables.find(organizationId, dataTableId)
      if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
      new TableShape(table).forPatches.assertFits([data], () => '/data')
      const columns = table.columns.filter(({ name }) => Object.hasOwn(data, name))
      assertTypes(columns, data, (column) => `/data/${column}`)
      const apiKeyId = apiKeyIdOf(by)
      const change = { table, recordId, cells: data, requestId, apiKeyId, at: this.#clock.now() }
      const outcome = await tx.records.change(change)
      if (outcome === 'missing') throw new DomainError('NOT_FOUND', { message: 'Record not found' })
      if (outcome === 'matched') throw sameByMatch(table.match?.columns ?? [])
      if (outcome === 'unchanged') return
      const subject = { kind: 'record', id: recordId, name: null } as const
      const changed = namesInEntry(Object.keys(outcome.after))
      const named = { dataTableId: table.id, dataTable: table.name, columns: changed }
      const hasValues = await tx.organizations.auditsValues(organizationId)
      await tx.audit.add({
        action: 'record.changed',
        organizationId,
        by,
        subject,
        ...(hasValues ? { before: { cells: cellsInEntry(outcome.before, changed) } } : {}),
        after: { ...named, ...(hasValues ? { cells: cellsInEntry(outcome.after, changed) } : {}) },
      })
    })
  }
}

function sameByMatch(columns: readonly string[]): DomainError {
  const named = columns.map((column) => `"${column}"`).join(' and ')
  return new DomainError('CONFLICT', {
    message: `Another record of the table already has the same ${named}; nothing was changed`,
  })
}
