import type { DataRecord } from '../../../domain/record-cells.ts'
import {
  changesTo,
  type KeyedRecord,
  mergeCells,
  versionOfRecord,
} from '../../../domain/table/keyed-records.ts'
import type { Match } from '../../../domain/table/match.ts'
import { isOlder } from '../../../domain/table/record-version.ts'
import type { TableSchema } from '../../../domain/table/table-schema.ts'
import type { RehearsedRecord } from '../../../ports/job/rehearsal/rehearsal-facts.ts'
import type { RecordStore } from '../../../ports/table/records.ts'

export interface UpsertedRecords {
  readonly records: readonly RehearsedRecord[]
  /**
   * The number of records of the trigger that would be inserted into the table; its other records would
   * update existing ones.
   */
  readonly inserted: number
}

/**
 * Computes which records of a trigger request would be inserted into the data table and which would be
 * updated. Writes nothing.
 */
export class RecordsOfTrigger {
  readonly #records: RecordStore

  constructor(records: RecordStore) {
    this.#records = records
  }

  /**
   * Returns the records of a trigger as they would be in the table, with their ids. A new record has its
   * position in the request as id, for example "#0".
   */
  async of(tableSchema: TableSchema, records: readonly DataRecord[]): Promise<UpsertedRecords> {
    tableSchema.assertFits(records)
    const { match } = tableSchema
    const merged = tableSchema.merged(records)
    if (match === null || merged === null)
      return {
        records: tableSchema.complete(records).map((data, index) => ({ id: `#${index}`, data })),
        inserted: records.length,
      }
    return this.#matched(tableSchema, match, merged)
  }

  async #matched(
    { tableId, blank }: TableSchema,
    match: Match,
    merged: readonly KeyedRecord[],
  ): Promise<UpsertedRecords> {
    const known = await this.#records.withKeys(
      tableId,
      merged.flatMap(({ key }) => key ?? []),
    )
    const stored = await this.#records.some(tableId, [...known.values()])
    const byId = new Map(stored.map((recordView) => [recordView.id, recordView.data] as const))
    let inserted = 0
    const rehearsed = merged.map((keyedRecord, index) => {
      const id = keyedRecord.key === null ? undefined : known.get(keyedRecord.key)
      const data = id === undefined ? undefined : byId.get(id)
      if (id === undefined || data === undefined) {
        inserted++
        return { id: `#${index}`, data: mergeCells(blank ?? {}, changesTo('', keyedRecord)) }
      }
      const version = versionOfRecord(data, match)
      const stays = match.onMatch === 'ignore' || isOlder(keyedRecord.version, version)
      return { id, data: stays ? data : mergeCells(data, changesTo(version, keyedRecord)) }
    })
    return { records: rehearsed, inserted }
  }
}
