import { admitKeyHolder } from '../../../domain/account/api-keys/api-key.ts'
import { versionsOf } from '../../../domain/arrival/mapping/stored-mapping.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { EarlierAnswer } from '../../../domain/idempotency.ts'
import { fitsMeter, meterExceeded } from '../../../domain/plan/meter.ts'
import { periodOf } from '../../../domain/plan/period.ts'
import type { DataRecord } from '../../../domain/table/cell.ts'
import { keyed, mergeByKey } from '../../../domain/table/keyed-records.ts'
import { TableShape } from '../../../domain/table/table-shape.ts'
import {
  type Admission,
  type Admitted,
  type AppendedRecords,
  type AppendReceipt,
  type Arrival,
  type ArrivalFacts,
  RecordAppender,
} from '../../../ports/arrival/record-appender.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { RecordKeys } from '../../../ports/table/record-keys.ts'
import { markWritten } from '../../system/request-writes.ts'
import { holderOf } from '../account/account-stores.ts'
import { noteRecords } from '../event/note-events.ts'
import { isInProjects } from '../in-projects.ts'
import { nullIfRefused } from '../null-if-refused.ts'
import { addToMeter, readMeter } from '../plan/plan-stores.ts'
import { type MemoryStore, type StoredAppend, type StoredTable } from '../store.ts'
import { noteKeyChanges } from '../table/key-changes.ts'
import { Upsert } from '../table/upsert.ts'
import { Writes } from '../writes.ts'
import { claimedPositions, isUnsettled, settleArrival, storeClaim } from './kept-arrivals.ts'

export class MemoryRecordAppender extends RecordAppender {
  readonly #store: MemoryStore
  readonly #clock: Clock
  readonly #keys: RecordKeys

  constructor(store: MemoryStore, clock: Clock, keys: RecordKeys) {
    super()
    this.#store = store
    this.#clock = clock
    this.#keys = keys
  }

  override cachedTable(): TableShape | null {
    return null
  }

  override cachedShape(): TableShape | null {
    return null
  }

  override async factsOf(arrival: Arrival): Promise<ArrivalFacts> {
    const { organizationId, apiKeyId, isInReach, table } = this.#admit(arrival)
    return {
      organizationId,
      apiKeyId,
      earlier: isInReach ? this.#earlier(arrival, organizationId) : null,
      shape: table && new TableShape(table),
      mappingVersions: table?.intake === 'open' ? versionsOf(this.#store.mappings.get(table.id) ?? []) : null,
    }
  }

  override async append(arrival: Arrival, shape: TableShape): Promise<AppendedRecords | null> {
    return this.appendNow(arrival, shape)
  }

  /**
   * Appends records synchronously. The caller's other writes follow at once, so no other request sees the
   * data in between.
   */
  appendNow(arrival: Arrival, shape: TableShape): AppendedRecords | null {
    const admitted = nullIfRefused(() => this.#admit(arrival))
    if (admitted === null) return null
    const { organizationId, table } = admitted
    if (table?.schemaVersion !== shape.version || this.#earlier(arrival, organizationId) !== null) return null
    const now = this.#clock.now()
    const upsert = this.#upsert(arrival, shape)
    const added = upsert?.added.map(({ record }) => record) ?? shape.complete(arrival.records)
    const count = added.length
    const realNow = this.#clock.realNow()
    const period = periodOf(realNow)
    const reading = readMeter(this.#store, organizationId, 'records', period)
    if (!fitsMeter(reading, count)) throw meterExceeded(reading, count, realNow).for(organizationId)
    const counts: AppendReceipt = upsert?.countsOf(arrival.records.length) ?? { inserted: count }
    const { refused } = arrival
    const answer = refused === undefined ? counts : { ...counts, results: refused }
    const entry = arrival.audit?.(answer)

    const firstId = this.#store.takeBlock()
    const rows = upsert?.after((index) => firstId + index)
    if (rows === undefined) {
      const records = this.#store.records.get(table.id) ?? new Map<number, DataRecord>()
      added.forEach((record, index) => records.set(firstId + index, record))
      this.#store.records.set(table.id, records)
    } else {
      this.#store.records.set(table.id, rows.records)
      this.#store.keys.set(table.id, rows.keys)
      this.#store.changes.set(table.id, rows.changes({ at: now, ...this.#senderOf(arrival) }))
    }
    if (count > 0) {
      const isByUrl = arrival.credential.kind === 'ingestToken' && arrival.entered === undefined
      const keyless = isByUrl ? 'webhookUrl' : null
      this.#enter(table, { firstId, count, at: now, keyless, ...this.#senderOf(arrival) })
    }
    const writes = new Writes()
    const changed = upsert?.changed.map(({ recordId }) => recordId) ?? []
    noteKeyChanges(this.#store, writes, table.id, changed.map(String))
    const addedIds = added.map((_, index) => firstId + index)
    const ofTable = { dataTableId: table.id, at: now }
    noteRecords(this.#store, writes, 'record.updated', { ...ofTable, recordIds: changed })
    noteRecords(this.#store, writes, 'record.added', { ...ofTable, recordIds: addedIds })
    const spending = { organizationId, meter: 'records', period, amount: count } as const
    addToMeter(this.#store, writes, spending, now)
    if (arrival.idempotency !== null) {
      const { fingerprint } = arrival.idempotency
      this.#store.idempotencyKeys.set(this.#slot(arrival, organizationId), { fingerprint, answer, at: now })
    }
    if (entry !== undefined) this.#store.auditEntries.set(entry.id, entry)
    markWritten()
    const first = { firstRecordId: count > 0 ? String(firstId) : null }
    return { answer, replayed: false, ...(entry === undefined ? {} : first) }
  }

  /**
   * Returns an `Upsert` that works out what the records of an arrival add and change; null for a table
   * without match columns.
   */
  #upsert({ records }: Arrival, { tableId, match, blank, defaultCountry }: TableShape): Upsert | null {
    if (match === null) return null
    const keyOf = this.#keys.readerFor({ columns: match.columns, defaultCountry })
    return new Upsert(this.#store, tableId, mergeByKey(keyed(records, match, keyOf), match), { match, blank })
  }

  #senderOf({ credential, requestId, entered }: Arrival): Pick<StoredAppend, 'requestId' | 'apiKeyId'> {
    const key = credential.kind === 'apiKey' ? this.#store.keyByDigest(credential.digest) : undefined
    return { requestId, apiKeyId: key?.id ?? entered?.apiKeyId ?? null }
  }

  #enter({ id, end, ...table }: StoredTable, append: Omit<StoredAppend, 'seq'>): void {
    const seq = end.seq + 1
    const earlier = this.#store.appends.get(id) ?? []
    // Keeps the times in the order of `seq`, as the SQL function `time_of_append` does.
    const last = earlier.at(-1)?.at.getTime() ?? 0
    const at =
      last <= append.at.getTime() + 60_000 ? new Date(Math.max(append.at.getTime(), last)) : append.at
    this.#store.appends.set(id, [...earlier, { seq, ...append, at }])
    this.#store.tables.set(id, { ...table, id, end: { seq, records: end.records + append.count } })
  }

  override async admit(
    { arrival, claims, mappingVersions, settlement }: Admission,
    shape: TableShape,
  ): Promise<Admitted | null> {
    const mappings = this.#store.mappings.get(shape.tableId) ?? []
    if (mappingVersions !== null && mappingVersions !== versionsOf(mappings)) return null
    if (settlement !== null && !isUnsettled(this.#store, settlement)) return { outcome: 'settled' }
    const taken = claimedPositions(this.#store, shape.tableId, claims)
    if (taken.places.length + taken.others.length > 0) return { outcome: 'duplicates', ...taken }
    const appended = this.appendNow(arrival, shape)
    if (appended === null) return null
    for (const claim of claims.flat()) storeClaim(this.#store, shape.tableId, claim)
    if (settlement !== null) settleArrival(this.#store, settlement, this.#clock.now())
    return { outcome: 'appended', receipt: appended.answer }
  }

  #admit({ credential, dataTableId }: Pick<Arrival, 'credential' | 'dataTableId'>): {
    organizationId: string
    apiKeyId: string | null
    /** False if the caller is an API key that is limited to projects and none of them contains the table. */
    isInReach: boolean
    table: StoredTable | null
  } {
    if (credential.kind === 'ingestToken') {
      const table = this.#store.tableByToken(credential.digest, this.#clock.now())
      if (table === undefined) throw new DomainError('INVALID_INGEST_TOKEN')
      return { organizationId: table.organizationId, apiKeyId: null, isInReach: true, table }
    }
    const key = this.#store.keyByDigest(credential.digest)
    const holder = key === undefined ? null : holderOf(this.#store, key)
    const { id, organizationId } = admitKeyHolder(holder, 'ingest', this.#clock.now())
    const table = this.#store.tables.get(dataTableId?.toLowerCase() ?? '')
    const own = table?.organizationId === organizationId ? table : undefined
    const isInReach = isInProjects(own, key?.projectIds ?? null)
    return { organizationId, apiKeyId: id, isInReach, table: isInReach ? (own ?? null) : null }
  }

  #earlier(arrival: Arrival, organizationId: string): EarlierAnswer<AppendReceipt> | null {
    return arrival.idempotency && this.#store.earlierAnswer(this.#slot(arrival, organizationId))
  }

  #slot({ credential, idempotency }: Arrival, organizationId: string): string {
    const table =
      credential.kind === 'ingestToken'
        ? this.#store.tableByToken(credential.digest, this.#clock.now())
        : undefined
    const route = table === undefined ? 'ingest' : `ingest:${table.id}`
    return [organizationId, route, idempotency?.key].join(' ')
  }
}
