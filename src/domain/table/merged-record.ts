import type { Cell, DataRecord } from '../record-cells.ts'
import { versionOfRecord } from './keyed-records.ts'
import type { Match } from './match.ts'
import { isOlder } from './record-version.ts'

/**
 * Merges duplicate records into one. Each column gets the newest value that is not empty. A record that
 * lacked a column was stored with null, which must not replace a value of an earlier record.
 */
export class MergedRecord {
  readonly #match: Match
  readonly #cells = new Map<string, { readonly cell: Cell; readonly version: string }>()
  #newest = ''

  /** Returns the result of merging duplicate records of a table, which must be in order of arrival. */
  static of(records: Iterable<DataRecord>, match: Match): MergedRecord {
    const merged = new MergedRecord(match)
    for (const record of records) merged.take(record)
    return merged
  }

  constructor(match: Match) {
    this.#match = match
  }

  /** Adds the next duplicate record; records must be added in order of arrival. */
  take(record: DataRecord): void {
    const version = versionOfRecord(record, this.#match)
    if (isOlder(this.#newest, version)) this.#newest = version
    for (const [column, cell] of Object.entries(record)) {
      const before = this.#cells.get(column)
      const wins =
        before === undefined ||
        (!isEmpty(cell) && (isEmpty(before.cell) || !isOlder(version, before.version)))
      if (wins) this.#cells.set(column, { cell, version })
    }
  }

  get data(): DataRecord {
    return Object.fromEntries([...this.#cells].map(([column, { cell }]) => [column, cell]))
  }

  get version(): string {
    return this.#newest
  }
}

function isEmpty(cell: Cell): boolean {
  return cell === null || cell === ''
}
