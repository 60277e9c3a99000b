import { type Actor, apiKeyIdOf } from '../../../domain/account/audit/actor.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { DataRecord } from '../../../domain/table/cell.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { assertChangesFit, recordChanged } from './record-changed.ts'

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
      assertChangesFit(table, [data], () => '/data')
      const apiKeyId = apiKeyIdOf(by)
      const change = { table, recordId, cells: data, requestId, apiKeyId, at: this.#clock.now() }
      const outcome = await tx.records.change(change)
      if (outcome === 'missing') throw new DomainError('NOT_FOUND', { message: 'Record not found' })
      if (outcome === 'matched') throw sameByMatch(table.match?.columns ?? [])
      if (typeof outcome === 'string') return
      const hasValues = await tx.organizations.auditsValues(organizationId)
      await tx.audit.add(recordChanged(outcome, { table, recordId, by, hasValues }))
    })
  }
}

function sameByMatch(columns: readonly string[]): DomainError {
  const named = columns.map((column) => `"${column}"`).join(' and ')
  return new DomainError('CONFLICT', {
    message: `Another record of the table already has the same ${named}; nothing was changed`,
  })
}
