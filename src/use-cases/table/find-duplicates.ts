import type { RecordView } from '../../domain/record-cells.ts'
import { type ColumnKind, columnKind } from '../../domain/table/column/column-kind.ts'
import { assertMatch, type DuplicateCounts, type Match } from '../../domain/table/match.ts'
import { MergedRecord } from '../../domain/table/merged-record.ts'
import { type KeyReader, keyReaderFor } from '../../domain/table/record-key.ts'
import type { DataTableStore } from '../../ports/table/data-tables.ts'
import type { RecordStore } from '../../ports/table/records.ts'
import { tableNotFound } from './locked-table.ts'

export interface FindDuplicatesCommand {
  readonly organizationId: string
  readonly dataTableId: string
  readonly columns: readonly string[]
  readonly newerBy: string | null
  /** The default country of phone numbers in match columns; null to use the table's own. */
  readonly defaultCountry: string | null
}

/** A group of records with the same match key, and the result of merging them. */
export interface DuplicateGroup {
  readonly records: number
  /** The oldest record of the group, with the cells that the merge would give it. */
  readonly primary: RecordView
  /** The first few of the newer records of the group, which the merge would remove. */
  readonly merged: readonly RecordView[]
}

export interface Duplicates extends DuplicateCounts {
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[]
  /** The names of all columns of the searched table, in their order. */
  readonly tableColumns: readonly string[]
  /** The number of records that have no match key, because a match column is empty. */
  readonly unmatched: number
  readonly items: readonly DuplicateGroup[]
}

const maxGroups = 20
const maxShown = 5
const page = 1_000
/**
 * The number of records whose key digests (8 bytes each) fit in memory at once. A larger table is processed
 * in parts of this size, each with a pass over the table.
 */
const maxAtOnce = 2_000_000

/** Finds the duplicates that match columns would produce among the existing records of a table. */
export class FindDuplicates {
  readonly #dataTables: DataTableStore
  readonly #records: RecordStore

  constructor(dataTables: DataTableStore, records: RecordStore) {
    this.#dataTables = dataTables
    this.#records = records
  }

  /**
   * Finds the duplicates. Calls `yieldToOthers` between pages of records, so that other requests can run while a
   * large table is read.
   */
  async execute(command: FindDuplicatesCommand, yieldToOthers: () => Promise<void>): Promise<Duplicates> {
    const { organizationId, dataTableId, columns, newerBy } = command
    const table = await this.#dataTables.find(organizationId, dataTableId)
    if (table === null) throw tableNotFound()
    const match: Match = { columns, onMatch: 'update', newerBy }
    assertMatch(match, table.columns)
    const defaultCountry = command.defaultCountry ?? table.defaultCountry
    const keyOf = keyReaderFor({ columns, defaultCountry })
    const parts = Math.max(1, Math.ceil(table.recordCount / maxAtOnce))
    let found: Found = { groups: 0, records: 0, unmatched: 0, repeated: new BigUint64Array() }
    for (let part = 0; part < parts; part++) {
      const next = await this.#repeated(dataTableId, keyOf, { part, parts }, yieldToOthers)
      found = {
        groups: found.groups + next.groups,
        records: found.records + next.records,
        unmatched: next.unmatched,
        // Shows only the groups of the first part of the table that has duplicates.
        repeated: found.repeated.length > 0 ? found.repeated : next.repeated,
      }
    }
    const { groups, records, unmatched, repeated } = found
    const items =
      groups === 0 ? [] : await this.#groups(dataTableId, keyOf, { match, repeated }, yieldToOthers)
    await this.#records.assertSameColumns(table)
    return {
      columns: columns.map((name) => ({ name, kind: columnKind(name) })),
      tableColumns: table.columns.map(({ name }) => name),
      groups,
      records,
      unmatched,
      items,
    }
  }

  async #repeated(
    dataTableId: string,
    keyOf: KeyReader,
    { part, parts }: { readonly part: number; readonly parts: number },
    yieldToOthers: () => Promise<void>,
  ): Promise<Found> {
    let digests = new BigUint64Array(page)
    let [count, unmatched] = [0, 0]
    for await (const records of this.#pages(dataTableId, yieldToOthers)) {
      for (const { data } of records) {
        const digest = digestOf(keyOf(data))
        if (digest === null) unmatched++
        else if (Number(digest % BigInt(parts)) === part) {
          if (count === digests.length) digests = grown(digests)
          digests[count++] = digest
        }
      }
    }
    const sorted = digests.subarray(0, count).toSorted()
    const repeated = sorted.filter((digest, at) => digest === sorted[at + 1] && digest !== sorted[at - 1])
    const records = sorted.filter(
      (digest, at) => digest === sorted[at + 1] || digest === sorted[at - 1],
    ).length
    return { groups: repeated.length, records, unmatched, repeated }
  }

  async #groups(
    dataTableId: string,
    keyOf: KeyReader,
    { match, repeated }: { readonly match: Match; readonly repeated: BigUint64Array },
    yieldToOthers: () => Promise<void>,
  ): Promise<readonly DuplicateGroup[]> {
    const groups = new Map<bigint, { records: number; merged: MergedRecord; shown: RecordView[] }>()
    for await (const records of this.#pages(dataTableId, yieldToOthers)) {
      for (const record of records) {
        const digest = digestOf(keyOf(record.data))
        if (digest === null || !includes(repeated, digest)) continue
        const group = groups.get(digest)
        if (group !== undefined) {
          group.records++
          group.merged.take(record.data)
          if (group.shown.length <= maxShown) group.shown.push(record)
        } else if (groups.size < maxGroups) {
          groups.set(digest, { records: 1, merged: MergedRecord.of([record.data], match), shown: [record] })
        }
      }
    }
    return [...groups.values()].flatMap(({ records, merged, shown: [oldest, ...others] }) =>
      oldest === undefined ? [] : [{ records, primary: { ...oldest, data: merged.data }, merged: others }],
    )
  }

  async *#pages(
    dataTableId: string,
    yieldToOthers: () => Promise<void>,
  ): AsyncIterable<readonly RecordView[]> {
    let after: string | null = null
    do {
      const { items, next } = await this.#records.list(dataTableId, 'asc', { limit: page, after })
      yield items
      after = next
      await yieldToOthers()
    } while (after !== null)
  }
}

interface Found extends DuplicateCounts {
  readonly unmatched: number
  /** The digests of the match keys that several records have, in ascending order. */
  readonly repeated: BigUint64Array
}

/**
 * Returns the first 8 bytes of a match key as a number. Among a million records, two different keys share it
 * once in 30 million tables.
 */
function digestOf(key: string | null): bigint | null {
  return key === null ? null : BigInt(`0x${key.slice(0, 16)}`)
}

function grown(digests: BigUint64Array<ArrayBuffer>): BigUint64Array<ArrayBuffer> {
  const larger = new BigUint64Array(digests.length * 2)
  larger.set(digests)
  return larger
}

function includes(sorted: BigUint64Array, wanted: bigint): boolean {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0n) < wanted) low = middle + 1
    else high = middle
  }
  return sorted[low] === wanted
}
