import { apiKeyIdOf } from '../../../domain/account/audit/actor.ts'
import { type AuditEntry, auditEntry } from '../../../domain/account/audit/audit-entry.ts'
import type { Requester } from '../../../domain/account/requester.ts'
import { type Idempotency, type Replayable, replay } from '../../../domain/idempotency.ts'
import { attemptOptimistically } from '../../../domain/optimistic.ts'
import type { DataRecord } from '../../../domain/record-cells.ts'
import { assertTypes } from '../../../domain/table/column/column-type.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import { TableSchema } from '../../../domain/table/table-schema.ts'
import type { Arrival, RecordAppender } from '../../../ports/arrival/record-appender.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { Metrics } from '../../../ports/metrics.ts'
import type { AppendReceipt } from '../../../ports/table/records.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { storedTable } from '../locked-table.ts'

export interface AddRecordCommand extends Requester {
  readonly dataTableId: string
  /** The cells of the record by column. Absent columns are empty in a new record, and stay in an existing one. */
  readonly data: DataRecord
  readonly idempotency: Idempotency | null
  readonly requestId: string
}

/**
 * The receipt of an added record, with its id; null if the record was not new, or if an earlier request with the
 * same idempotency key has added it.
 */
export type AddedRecord = AppendReceipt & { readonly recordId: string | null }

/** The table to which a record is added, as it was when the request began. */
interface State {
  readonly table: DataTable
  readonly tableSchema: TableSchema
}

/**
 * Adds a record that a person has typed. It is appended like any other record, so match columns and the
 * plan's limits apply.
 */
export class AddRecord {
  readonly #unitOfWork: UnitOfWork
  readonly #appender: RecordAppender
  readonly #metrics: Metrics
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, appender: RecordAppender, metrics: Metrics, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#appender = appender
    this.#metrics = metrics
    this.#clock = clock
    this.#ids = ids
  }

  async execute(command: AddRecordCommand): Promise<Replayable<AddedRecord>> {
    const { organizationId, dataTableId, data } = command
    return attemptOptimistically<State, Replayable<AddedRecord>>({
      look: async () => {
        const table = await this.#unitOfWork.run((tx) => storedTable(tx, organizationId, dataTableId))
        // Accepts a record that lacks columns, so that it keeps these cells of an existing record with the same key.
        const tableSchema = new TableSchema(table).forPatches
        const earlier = await this.#earlier(this.#arrivalOf(command, table))
        if (earlier !== null) return { result: earlier }
        tableSchema.assertFits([data], () => '/data')
        assertTypes(table.columns, data, (column) => `/data/${column}`)
        return { state: { table, tableSchema } }
      },
      attempt: async ({ table, tableSchema }) => {
        const appended = await this.#appender.append(this.#arrivalOf(command, table), tableSchema)
        if (appended === null) return null
        const { answer, replayed, firstRecordId: recordId = null } = appended
        this.#metrics.noteRecords('webhookUrl', answer.inserted)
        return { answer: { ...answer, recordId }, replayed }
      },
    })
  }

  #arrivalOf(
    { organizationId, data, idempotency, requestId, by }: AddRecordCommand,
    table: DataTable,
  ): Arrival {
    return {
      credential: { kind: 'webhookUrl', digest: table.ingestTokenDigest },
      dataTableId: null,
      records: [data],
      // Marks the key with a space, which no client can send, because the key must not meet one that a source has sent
      // to the webhook URL of the table.
      idempotency: idempotency && { ...idempotency, key: `record ${idempotency.key}` },
      requestId,
      entered: { apiKeyId: apiKeyIdOf(by) },
      audit: (receipt) => this.#entry(receipt, { organizationId, by, table }),
    }
  }

  /** Returns the answer to an earlier request with the same idempotency key; null if there is none. */
  async #earlier(arrival: Arrival): Promise<Replayable<AddedRecord> | null> {
    if (arrival.idempotency === null) return null
    const { earlier } = await this.#appender.factsOf(arrival)
    if (earlier === null) return null
    const { answer, replayed } = replay(arrival.idempotency, earlier)
    return { answer: { ...answer, recordId: null }, replayed }
  }

  /** Returns the audit entry of the append, with the numbers of added and updated records. */
  #entry(
    { inserted: records, updated, unchanged }: AppendReceipt,
    { table, ...about }: Requester & { readonly table: DataTable },
  ): AuditEntry {
    const subject = { kind: 'dataTable', id: table.id, name: table.name } as const
    const after = { records, ...(updated === undefined ? {} : { updated, unchanged: unchanged ?? 0 }) }
    const event = { ...about, action: 'record.added', subject, after } as const
    return auditEntry(this.#ids.next(), this.#clock.now(), event)
  }
}
