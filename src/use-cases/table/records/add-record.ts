import { type Actor, apiKeyIdOf } from '../../../domain/account/audit/actor.ts'
import { type AuditEntry, auditEntry } from '../../../domain/account/audit/audit-entry.ts'
import { DomainError } from '../../../domain/errors.ts'
import { attemptOptimistically } from '../../../domain/optimistic.ts'
import type { DataRecord } from '../../../domain/table/cell.ts'
import { assertTypes } from '../../../domain/table/column-type.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import { TableShape } from '../../../domain/table/table-shape.ts'
import type { AppendReceipt, RecordAppender } from '../../../ports/arrival/record-appender.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { Metrics } from '../../../ports/metrics.ts'
import type { RecordQueries } from '../../../ports/table/records.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface AddRecordCommand {
  readonly organizationId: string
  readonly dataTableId: string
  /** The cells of the new record by column. Absent columns become empty. */
  readonly data: DataRecord
  readonly requestId: string
  readonly by: Actor
}

/** The receipt of an added record, with its id; null if the record was not new, or if its id could not be read. */
export type AddedRecord = AppendReceipt & { readonly recordId: string | null }

/**
 * Adds a record that a person has typed. It is appended like any other record, so match columns and the
 * plan's limits apply.
 */
export class AddRecord {
  readonly #unitOfWork: UnitOfWork
  readonly #intake: RecordAppender
  readonly #records: RecordQueries
  readonly #metrics: Metrics
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(
    unitOfWork: UnitOfWork,
    intake: RecordAppender,
    records: RecordQueries,
    metrics: Metrics,
    clock: Clock,
    ids: Ids,
  ) {
    this.#unitOfWork = unitOfWork
    this.#intake = intake
    this.#records = records
    this.#metrics = metrics
    this.#clock = clock
    this.#ids = ids
  }

  async execute({
    organizationId,
    dataTableId,
    data,
    requestId,
    by,
  }: AddRecordCommand): Promise<AddedRecord> {
    return attemptOptimistically({
      look: async () => {
        const table = await this.#unitOfWork.run((tx) => tx.dataTables.find(organizationId, dataTableId))
        if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
        const shape = new TableShape(table)
        shape.forPatches.assertFits([data], () => '/data')
        assertTypes(table.columns, data, (column) => `/data/${column}`)
        return { state: { table, shape } }
      },
      attempt: async ({ table, shape }) => {
        const blank = Object.fromEntries(shape.columns.map((column) => [column, null]))
        const appended = await this.#intake.append(
          {
            credential: { kind: 'ingestToken', digest: table.ingestTokenDigest },
            dataTableId: null,
            records: [{ ...blank, ...data }],
            idempotency: null,
            requestId,
            entered: { apiKeyId: apiKeyIdOf(by) },
            audit: (receipt) => this.#entry(receipt, { organizationId, by, table }),
          },
          shape,
        )
        if (appended === null) return null
        const { answer } = appended
        this.#metrics.noteRecords('ingestToken', answer.inserted)
        return { ...answer, recordId: answer.inserted > 0 ? await this.#idOf(table, requestId) : null }
      },
    })
  }

  /**
   * Returns the id of the record that the request has added; null if it cannot be read, because the record is stored
   * and the request has succeeded.
   */
  #idOf({ id }: DataTable, requestId: string): Promise<string | null> {
    return this.#records.addedBy(id, requestId).catch(() => null)
  }

  /** Returns the audit entry of the append, with the numbers of added and updated records. */
  #entry(
    { inserted: records, updated, unchanged }: AppendReceipt,
    { table, ...about }: Pick<AddRecordCommand, 'organizationId' | 'by'> & { readonly table: DataTable },
  ): AuditEntry {
    const subject = { kind: 'dataTable', id: table.id, name: table.name } as const
    const after = { records, ...(updated === undefined ? {} : { updated, unchanged: unchanged ?? 0 }) }
    const event = { ...about, action: 'record.added', subject, after } as const
    return auditEntry(this.#ids.next(), this.#clock.now(), event)
  }
}
