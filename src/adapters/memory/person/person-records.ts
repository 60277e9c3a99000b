import { hasAddress } from '../../../domain/person/address-cells.ts'
import { isNamedInRecord } from '../../../domain/person/known-by.ts'
import type { SoughtPerson } from '../../../domain/person/person-sought.ts'
import { recognitionOf } from '../../../domain/person/recognition.ts'
import type { DataRecord } from '../../../domain/table/cell.ts'
import {
  chunkOfPersonRecords,
  type PersonRecord,
  PersonRecords,
  type SearchedTables,
} from '../../../ports/person/person-records.ts'
import type { RecordKeys } from '../../../ports/table/record-keys.ts'
import type { MemoryStore, StoredTable } from '../store.ts'

export class MemoryPersonRecords extends PersonRecords {
  readonly #store: MemoryStore
  readonly #keys: RecordKeys

  constructor(store: MemoryStore, keys: RecordKeys) {
    super()
    this.#store = store
    this.#keys = keys
  }

  override async *of(organizationId: string, address: string, { dataTableIds }: SearchedTables = {}) {
    for (const table of this.#tablesOf(organizationId)) {
      if (dataTableIds?.includes(table.id) === false) continue
      yield* this.#chunks(table, (record) => hasAddress(record, address))
    }
  }

  override async *having(organizationId: string, column: string, value: string) {
    for (const table of this.#tablesOf(organizationId)) {
      if (!table.columns.some(({ name }) => name === column)) continue
      const keyOf = this.#keys.readerFor({ columns: [column], defaultCountry: table.defaultCountry })
      const key = keyOf({ [column]: value })
      if (key !== null) yield* this.#chunks(table, (record) => keyOf(record) === key)
    }
  }

  override async *naming(organizationId: string, person: SoughtPerson) {
    for (const table of this.#tablesOf(organizationId)) {
      const knownBy = recognitionOf(person, this.#keys, table.defaultCountry)
      yield* this.#chunks(table, (record) => isNamedInRecord(record, knownBy))
    }
  }

  *#chunks({ id }: StoredTable, isOne: (record: DataRecord) => boolean) {
    const found = this.#recordsOf(id)
      .filter(({ data }) => isOne(data))
      .toSorted((a, b) => Number(a.recordId) - Number(b.recordId))
    for (let from = 0; from < found.length; from += chunkOfPersonRecords)
      yield found.slice(from, from + chunkOfPersonRecords)
  }

  #tablesOf(organizationId: string): readonly StoredTable[] {
    return [...this.#store.tables.values()]
      .filter((table) => table.organizationId === organizationId)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }

  #recordsOf(dataTableId: string): PersonRecord[] {
    const records = this.#store.records.get(dataTableId)
    return (this.#store.appends.get(dataTableId) ?? []).flatMap(({ firstId, count, ...arrival }) =>
      Array.from({ length: count }, (_, index) => firstId + index).flatMap((id) => {
        const data = records?.get(id)
        return data === undefined ? [] : [{ dataTableId, recordId: String(id), data, arrival }]
      }),
    )
  }
}
