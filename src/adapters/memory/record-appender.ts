import { admitKeyHolder } from '../../domain/account/api-keys/api-key.ts'
import { versionsOf } from '../../domain/arrival/mapping/stored-mapping.ts'
import { DomainError } from '../../domain/errors.ts'
import type { EarlierAnswer } from '../../domain/idempotency.ts'
import { fitsMeter, meterExceeded } from '../../domain/plan/meter.ts'
import { periodOf } from '../../domain/plan/period.ts'
import { TableSchema } from '../../domain/table/table-schema.ts'
import {
  type AppendedRecords,
  type Arrival,
  type ArrivalFacts,
  RecordAppender,
} from '../../ports/arrival/record-appender.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AppendReceipt } from '../../ports/table/records.ts'
import { addToMeter, readMeter } from './meters.ts'
import { nullIfRefused } from './null-if-refused.ts'
import { outsideKernel } from './part-of.ts'
import type { MemoryStore, StoredTable } from './store.ts'
import { Upsert } from './upsert.ts'

export class MemoryRecordAppender extends RecordAppender {
  readonly #store: MemoryStore
  readonly #clock: Clock

  constructor(store: MemoryStore, clock: Clock) {
    super()
    this.#store = store
    this.#clock = clock
  }

  override cachedTable(): TableSchema | null {
    return null
  }

  override cachedSchema(): TableSchema | null {
    return null
  }

  override async factsOf(arrival: Arrival): Promise<ArrivalFacts> {
    const { organizationId, apiKeyId, isInReach, table } = this.#admit(arrival)
    return {
      organizationId,
      apiKeyId,
      earlier: isInReach ? this.#earlier(arrival, organizationId) : null,
      tableSchema: table && new TableSchema(table),
      mappingVersions: table?.acceptsAnyFormat ? versionsOf([]) : null,
    }
  }

  override async append(arrival: Arrival, tableSchema: TableSchema): Promise<AppendedRecords | null> {
    return this.appendNow(arrival, tableSchema)
  }

  /**
   * Appends records synchronously. The caller's other writes follow at once, so no other request sees the
   * data in between.
   */
  appendNow(arrival: Arrival, tableSchema: TableSchema): AppendedRecords | null {
    const admitted = nullIfRefused(() => this.#admit(arrival))
    if (admitted === null) return null
    const { organizationId, table } = admitted
    if (table?.schemaVersion !== tableSchema.version || this.#earlier(arrival, organizationId) !== null)
      return null
    const now = this.#clock.now()
    const upsert = this.#upsert(arrival, tableSchema)
    const added = upsert?.added.map(({ record }) => record) ?? tableSchema.complete(arrival.records)
    const count = added.length
    const realNow = this.#clock.realNow()
    const period = periodOf(realNow)
    const reading = readMeter(this.#store, { organizationId, meter: 'records', period })
    if (!fitsMeter(reading, count)) throw meterExceeded(reading, count, realNow).for(organizationId)
    const counts: AppendReceipt = upsert?.countsOf(arrival.records.length) ?? { inserted: count }
    const { refused } = arrival
    const answer = refused === undefined ? counts : { ...counts, results: refused }
    const entry = arrival.audit?.(answer)

    const firstId = this.#store.takeBlock()
    const rows = upsert?.after((index) => firstId + index)
    const records =
      rows?.records ??
      new Map([
        ...(this.#store.records.get(table.id) ?? []),
        ...added.map((record, index) => [firstId + index, record] as const),
      ])
    this.#store.records.set(table.id, records)
    if (rows !== undefined) this.#store.keys.set(table.id, rows.keys)
    if (count > 0) this.#enter(table, firstId, count)
    addToMeter(this.#store, { organizationId, meter: 'records', period, amount: count })
    if (arrival.idempotency !== null) {
      const { fingerprint } = arrival.idempotency
      this.#store.idempotencyKeys.set(this.#slot(arrival, organizationId), { fingerprint, answer, at: now })
    }
    if (entry !== undefined) this.#store.auditEntries.set(entry.id, entry)
    const first = { firstRecordId: count > 0 ? String(firstId) : null }
    return { answer, replayed: false, ...(entry === undefined ? {} : first) }
  }

  /**
   * Returns an `Upsert` that works out what the records of an arrival add and change; null for a table
   * without match columns.
   */
  #upsert({ records }: Arrival, tableSchema: TableSchema): Upsert | null {
    const { tableId, match, blank } = tableSchema
    const rows = tableSchema.merged(records)
    return match === null || rows === null ? null : new Upsert(this.#store, tableId, rows, { match, blank })
  }

  #enter({ id, end, ...table }: StoredTable, firstId: number, count: number): void {
    const seq = end.seq + 1
    const { appends, tables } = this.#store
    appends.set(id, [...(appends.get(id) ?? []), { seq, firstId, count }])
    tables.set(id, { ...table, id, end: { seq, records: end.records + count } })
  }

  override admit(): Promise<never> {
    throw outsideKernel('RecordAppender.admit')
  }

  #admit({ credential, dataTableId }: Pick<Arrival, 'credential' | 'dataTableId'>): {
    organizationId: string
    apiKeyId: string | null
    /** False if the caller is an API key that is limited to projects and none of them contains the table. */
    isInReach: boolean
    table: StoredTable | null
  } {
    if (credential.kind === 'webhookUrl') {
      const table = this.#store.tableByToken(credential.digest, this.#clock.now())
      if (table === undefined) throw new DomainError('INVALID_INGEST_TOKEN')
      return { organizationId: table.organizationId, apiKeyId: null, isInReach: true, table }
    }
    const holder = this.#store.holderOf(credential.digest)
    const { id, organizationId, projectIds } = admitKeyHolder(holder, 'ingest', this.#clock.now())
    const table = this.#store.owned(this.#store.tables, organizationId, dataTableId ?? '')
    const isInReach = projectIds === null || (table !== null && projectIds.includes(table.projectId))
    return { organizationId, apiKeyId: id, isInReach, table: isInReach ? table : null }
  }

  #earlier(arrival: Arrival, organizationId: string): EarlierAnswer<AppendReceipt> | null {
    return arrival.idempotency && this.#store.earlierAnswer(this.#slot(arrival, organizationId))
  }

  #slot({ credential, idempotency }: Arrival, organizationId: string): string {
    const table =
      credential.kind === 'webhookUrl'
        ? this.#store.tableByToken(credential.digest, this.#clock.now())
        : undefined
    const route = table === undefined ? 'ingest' : `ingest:${table.id}`
    return [organizationId, route, idempotency?.key].join(' ')
  }
}
