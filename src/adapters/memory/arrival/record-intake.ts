import { admit } from '../../../domain/account/api-key.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Remembered, Replayable } from '../../../domain/idempotency.ts'
import { fits, meterExceeded } from '../../../domain/plan/meter.ts'
import { periodOf } from '../../../domain/plan/period.ts'
import { TableShape } from '../../../domain/table/table-shape.ts'
import {
  type Arrival,
  type Receipt,
  RecordIntake,
  type Standing,
} from '../../../ports/arrival/record-intake.ts'
import type { Clock } from '../../../ports/clock.ts'
import { holderOf } from '../account/account-stores.ts'
import { readMeter } from '../plan/plan-stores.ts'
import { type MemoryStore, meterSlot, type StoredTable } from '../store.ts'
import { unlessRefused } from '../unless-refused.ts'

export class MemoryRecordIntake extends RecordIntake {
  readonly #store: MemoryStore
  readonly #clock: Clock

  constructor(store: MemoryStore, clock: Clock) {
    super()
    this.#store = store
    this.#clock = clock
  }

  override remembered(): TableShape | null {
    return null
  }

  override async standing(arrival: Arrival): Promise<Standing> {
    const { organizationId, table } = this.#admit(arrival)
    return {
      organizationId,
      earlier: this.#earlier(arrival, organizationId),
      shape: table && new TableShape(table),
    }
  }

  override async append(arrival: Arrival, shape: TableShape): Promise<Replayable<Receipt> | null> {
    const admitted = unlessRefused(() => this.#admit(arrival))
    if (admitted === null) return null
    const { organizationId, table } = admitted
    if (table?.schemaVersion !== shape.version || this.#earlier(arrival, organizationId) !== null) return null
    const now = this.#clock.now()
    const count = arrival.records.length
    const reading = readMeter(this.#store, organizationId, 'records', periodOf(now))
    if (!fits(reading, count)) throw meterExceeded(reading, count, now).for(organizationId)

    const { seq, records } = table.end
    const firstId = this.#store.takeBlock()
    const rows = this.#store.records.get(table.id) ?? new Map<number, Arrival['records'][number]>()
    shape.complete(arrival.records).forEach((record, index) => rows.set(firstId + index, record))
    this.#store.records.set(table.id, rows)
    this.#store.appends.set(table.id, [
      ...(this.#store.appends.get(table.id) ?? []),
      { seq: seq + 1, firstId, count, at: now },
    ])
    this.#store.tables.set(table.id, { ...table, end: { seq: seq + 1, records: records + count } })
    this.#store.meters.set(meterSlot(organizationId, 'records', periodOf(now)), reading.used + count)
    const answer = { inserted: count }
    if (arrival.idempotency !== null) {
      const { fingerprint } = arrival.idempotency
      this.#store.idempotencyKeys.set(this.#slot(arrival, organizationId), { fingerprint, answer, at: now })
    }
    return { answer, replayed: false }
  }

  #admit({ credential, dataTableId }: Arrival): { organizationId: string; table: StoredTable | null } {
    if (credential.kind === 'ingestToken') {
      const table = this.#store.tableByToken(credential.digest)
      if (table === undefined) throw new DomainError('INVALID_INGEST_TOKEN')
      return { organizationId: table.organizationId, table }
    }
    const key = this.#store.keyByDigest(credential.digest)
    const holder = key === undefined ? null : holderOf(this.#store, key)
    const { organizationId } = admit(holder, 'ingest', this.#clock.now())
    const table = this.#store.tables.get(dataTableId?.toLowerCase() ?? '')
    return { organizationId, table: table?.organizationId === organizationId ? table : null }
  }

  #earlier(arrival: Arrival, organizationId: string): Remembered<Receipt> | null {
    return arrival.idempotency && this.#store.remembered(this.#slot(arrival, organizationId))
  }

  #slot({ credential, idempotency }: Arrival, organizationId: string): string {
    const table = credential.kind === 'ingestToken' ? this.#store.tableByToken(credential.digest) : undefined
    const route = table === undefined ? 'ingest' : `ingest:${table.id}`
    return [organizationId, route, idempotency?.key].join(' ')
  }
}
