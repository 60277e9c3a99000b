import { type FaultGroup, FaultTally } from '../../../domain/arrival/import/fault-tally.ts'
import { KeySet } from '../../../domain/arrival/import/key-set.ts'
import { faultyText, isForAddresses } from '../../../domain/arrival/import/row-check.ts'
import type { FileWarning } from '../../../domain/arrival/import/row-fault.ts'
import type { Column, DataTable } from '../../../domain/table/data-table.ts'
import { type KeyReader, keyReaderFor } from '../../../domain/table/record-key.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { DataTableStore } from '../../../ports/table/data-tables.ts'
import type { RecordStore } from '../../../ports/table/records.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import type { AddressColumns } from './address-columns.ts'
import type { ImportSlots } from './import-slots.ts'
import { type FileCommand, MappedFile, refusingFaultOf } from './mapped-file.ts'

/** The forecast of an import: the rows that would be inserted, and the faults and duplicates of the file. */
export interface ImportForecast {
  readonly warnings: readonly FileWarning[]
  readonly rows: number
  /**
   * The table column that each column of the file fills; null if the import leaves the column of the file
   * out.
   */
  readonly columns: readonly { readonly from: string; readonly to: string | null; readonly isNew: boolean }[]
  /** The columns of the table for which the file has no column. */
  readonly missing: readonly string[]
  /**
   * The numbers of rows with faults. `refusing` counts the rows that make the import fail, unless it skips
   * bad rows.
   */
  readonly faulty: {
    readonly rows: number
    readonly refusing: number
    readonly groups: readonly FaultGroup[]
  }
  /**
   * The imported rows without an e-mail address, to whose people no e-mail can be sent; null if the file fills
   * no column for addresses.
   */
  readonly withoutAddress: RowsWithoutAddress | null
  /**
   * The duplicate rows of the file; null if neither the table nor the file has columns that identify a
   * record.
   */
  readonly duplicates: DuplicatesOfFile | null
  /** The number of rows that the import would insert; an upper bound if the file's duplicates are unknown. */
  readonly wouldInsert: number
  readonly wouldUpdate: number
  readonly plan: { readonly limit: number | null; readonly remaining: number | null }
}

interface RowsWithoutAddress {
  /** The columns for e-mail addresses that the file fills; in these rows all of them are empty. */
  readonly columns: readonly string[]
  readonly rows: number
  /** The lines of the first such rows, at most `maxSampleLines`. */
  readonly lines: readonly number[]
}

interface DuplicatesOfFile {
  /** The match columns of the table. If it has none, the column with e-mail addresses. */
  readonly by: readonly string[]
  /**
   * The number of rows with the same match key as an earlier row of the file; null if the file has more keys
   * than fit in memory.
   */
  readonly inFile: number | null
  /**
   * The number of rows of the file whose record is in the table already. Null if the file has too many keys
   * for memory, or if the table is too large to scan.
   */
  readonly inTable: number | null
}

/**
 * The largest table without match columns that is scanned for duplicates, in records. A scan reads 100,000
 * records per second.
 */
const maxScannedRows = 2_000_000
const page = 1_000
const maxSampleLines = 5
const maxPending = 3

/** Reads a file as an import does and returns the forecast of the import. Writes nothing. */
export class CheckImport {
  readonly #slots: ImportSlots
  readonly #addressColumns: AddressColumns
  readonly #unitOfWork: UnitOfWork
  readonly #dataTables: DataTableStore
  readonly #records: RecordStore
  readonly #clock: Clock

  constructor(
    slots: ImportSlots,
    addressColumns: AddressColumns,
    unitOfWork: UnitOfWork,
    dataTables: DataTableStore,
    records: RecordStore,
    clock: Clock,
  ) {
    this.#slots = slots
    this.#addressColumns = addressColumns
    this.#unitOfWork = unitOfWork
    this.#dataTables = dataTables
    this.#records = records
    this.#clock = clock
  }

  /**
   * Returns the forecast of an import. Calls `yieldToOthers` between pages of a table scan, so that other requests
   * can run.
   */
  async execute(command: FileCommand, yieldToOthers: () => Promise<void>): Promise<ImportForecast> {
    let leave = () => {}
    try {
      leave = this.#slots.take(command.organizationId)
      return await this.#check(command, yieldToOthers)
    } finally {
      leave()
      await command.source.close()
    }
  }

  async #check(command: FileCommand, yieldToOthers: () => Promise<void>): Promise<ImportForecast> {
    const tools = { unitOfWork: this.#unitOfWork, addressColumns: this.#addressColumns, clock: this.#clock }
    const file = await MappedFile.open(command, tools)
    const { table, map, reading } = file
    const tally = new FaultTally()
    const keys = this.#keysOf(file)
    const withoutAddress = { columns: file.addressColumns, rows: 0, lines: [] as number[] }
    let [rows, fitting] = [0, 0]
    for await (const sorted of file.rows()) {
      for (const { row, faults } of sorted.faulty)
        tally.note(faults, row.line, (fault) => faultyText(map, row, fault))
      fitting += sorted.fitting.length
      withoutAddress.rows += sorted.withoutAddress.length
      for (const line of sorted.withoutAddress.slice(0, maxSampleLines - withoutAddress.lines.length))
        withoutAddress.lines.push(line)
      const rowsWithoutRefusal = command.skipBadRows
        ? 0
        : sorted.faulty.filter((found) => refusingFaultOf(found) === null).length
      rows += sorted.fitting.length + sorted.faulty.length - rowsWithoutRefusal
      await keys?.take(sorted.fitting)
    }
    await keys?.settled()
    const matched = table.match === null ? null : keys
    const same = matched === null ? 0 : matched.inFile + matched.known
    const remaining = reading.limit === null ? null : Math.max(0, reading.limit - reading.used)
    return {
      warnings: file.warnings,
      rows,
      columns: file.header.map((from, place) => columnOf(from, map.targets[place] ?? null, table)),
      missing: map.missing,
      faulty: { rows: tally.rows, refusing: tally.refusing, groups: tally.groups },
      withoutAddress: withoutAddress.columns.length === 0 ? null : withoutAddress,
      duplicates: keys === null ? null : await this.#duplicates(table, keys, yieldToOthers),
      wouldInsert: fitting - same,
      wouldUpdate: table.match?.onMatch === 'update' ? (matched?.known ?? 0) : 0,
      plan: { limit: reading.limit, remaining },
    }
  }

  /**
   * Returns the keys that identify the records of the file's rows; null if no column of the file identifies a
   * record.
   */
  #keysOf(file: MappedFile): KeysOfFile | null {
    const { table, columns } = file
    const { match, defaultCountry } = table
    const addresses = file.map.targets.find((target) => target !== null && isForAddresses(target, new Set()))
    const by = match?.columns ?? (addresses === undefined || addresses === null ? [] : [addresses.name])
    if (by.length === 0 || by.some((column) => !columns.includes(column))) return null
    const keyOf = keyReaderFor({ columns: by, defaultCountry })
    const known = match === null ? null : (keys: readonly string[]) => this.#records.withKeys(table.id, keys)
    return new KeysOfFile(by, columns, keyOf, known)
  }

  async #duplicates(
    table: DataTable,
    keys: KeysOfFile,
    yieldToOthers: () => Promise<void>,
  ): Promise<DuplicatesOfFile> {
    const by = keys.columns
    if (!keys.isComplete) return { by, inFile: null, inTable: null }
    const inTable = table.match === null ? await this.#inTable(table, keys, yieldToOthers) : keys.known
    return { by, inFile: keys.inFile, inTable }
  }

  /**
   * Returns the number of rows whose record is already in a table without match columns; null if the table is
   * too large to scan.
   */
  async #inTable(
    { organizationId, id }: DataTable,
    keys: KeysOfFile,
    yieldToOthers: () => Promise<void>,
  ): Promise<number | null> {
    const table = await this.#dataTables.find(organizationId, id)
    if (table === null || table.recordCount > maxScannedRows) return null
    // Returns no duplicates for a column that the import would create, because no record has a value in it
    // yet.
    if (keys.columns.some((name) => !table.columns.some((column) => column.name === name))) return 0
    let found = 0
    let after: string | null = null
    do {
      const { items, next } = await this.#records.list(id, 'asc', { limit: page, after })
      for (const { data } of items) if (keys.isIn(data)) found++
      after = next
      await yieldToOthers()
    } while (after !== null)
    await this.#records.assertSameColumns(table)
    return found
  }
}

/**
 * Collects the match keys of a file's rows. Counts the rows with the key of an earlier row, and the rows
 * whose key is in the table.
 */
class KeysOfFile {
  readonly columns: readonly string[]
  inFile = 0
  known = 0
  readonly #places: readonly (readonly [string, number])[]
  readonly #keyOf: KeyReader
  readonly #find: ((keys: readonly string[]) => Promise<ReadonlyMap<string, string>>) | null
  readonly #seen = new KeySet()
  readonly #lookups: Promise<void>[] = []

  constructor(
    by: readonly string[],
    columns: readonly string[],
    keyOf: KeyReader,
    find: ((keys: readonly string[]) => Promise<ReadonlyMap<string, string>>) | null,
  ) {
    this.columns = by
    this.#places = by.map((column) => [column, columns.indexOf(column)] as const)
    this.#keyOf = keyOf
    this.#find = find
  }

  async take(rows: readonly (readonly string[])[]): Promise<void> {
    const fresh: string[] = []
    for (const row of rows) {
      const key = this.#keyOf(
        Object.fromEntries(this.#places.map(([column, place]) => [column, row[place] ?? null])),
      )
      if (key === null) continue
      if (this.#seen.add(key)) fresh.push(key)
      else this.inFile++
    }
    if (this.#find === null || fresh.length === 0) return
    const looked = this.#find(fresh).then((known) => void (this.known += known.size))
    looked.catch(() => {})
    this.#lookups.push(looked)
    if (this.#lookups.length >= maxPending) await this.#lookups.shift()
  }

  /**
   * Whether each row of the imported file was compared with all rows before it. False if the file has too
   * many match keys for memory.
   */
  get isComplete(): boolean {
    return this.#seen.isComplete
  }

  async settled(): Promise<void> {
    await Promise.all(this.#lookups)
  }

  /**
   * Returns true if a row of the file has the same key as this record of the table. If several records have
   * one key, only the first call returns true.
   */
  isIn(record: Parameters<KeyReader>[0]): boolean {
    const key = this.#keyOf(record)
    return key !== null && this.#seen.take(key)
  }
}

function columnOf(from: string, target: Column | null, { columns }: DataTable) {
  const to = target?.name ?? null
  return { from, to, isNew: to !== null && !columns.some(({ name }) => name === to) }
}
