import { DomainError, type ErrorItem, maxErrorItems } from '../errors.ts'
import type { Cell, DataRecord } from '../record-cells.ts'
import { Comparisons, closestName } from '../text/closest-name.ts'
import {
  type DataTable,
  defaultTableSettings,
  type MissingColumns,
  type TableSettings,
} from './data-table.ts'
import { type KeyedRecord, keyed, mergeByKey } from './keyed-records.ts'
import type { Match } from './match.ts'
import { type KeyReader, keyReaderFor } from './record-key.ts'
import type { BadSignatureRule, TableSignature } from './signature.ts'

/** The fields of a data table that decide which records it accepts. */
export type TableColumns = Pick<
  DataTable,
  'id' | 'organizationId' | 'schemaVersion' | 'columns' | 'missingColumns' | 'match' | 'defaultCountry'
> &
  Partial<TableSettings>

/**
 * The columns of a data table at one schema version. `TableSchema` checks which records fit and which columns
 * identify them. The loops are written by hand because they run for every arriving cell: a schema library
 * costs more than parsing, storing and answering together.
 */
export class TableSchema {
  readonly tableId: string
  readonly organizationId: string
  readonly version: number
  readonly columns: readonly string[]
  readonly missingColumns: MissingColumns
  readonly match: Match | null
  readonly defaultCountry: string | null
  readonly acceptsAnyFormat: boolean
  readonly duplicateWindowSeconds: number
  readonly signature: TableSignature | null
  readonly onBadSignature: BadSignatureRule
  readonly mapsAutomatically: boolean
  readonly #known: ReadonlySet<string>
  readonly #table: TableColumns
  #keyOf: KeyReader | null = null

  constructor(table: TableColumns) {
    this.#table = table
    this.tableId = table.id
    this.organizationId = table.organizationId
    this.version = table.schemaVersion
    this.columns = table.columns.map((column) => column.name)
    this.missingColumns = table.missingColumns
    this.match = table.match
    this.defaultCountry = table.defaultCountry
    this.acceptsAnyFormat = table.acceptsAnyFormat ?? defaultTableSettings.acceptsAnyFormat
    this.duplicateWindowSeconds = table.duplicateWindowSeconds ?? defaultTableSettings.duplicateWindowSeconds
    this.signature = table.signature ?? defaultTableSettings.signature
    this.onBadSignature = table.onBadSignature ?? defaultTableSettings.onBadSignature
    this.mapsAutomatically = table.mapsAutomatically ?? defaultTableSettings.mapsAutomatically
    this.#known = new Set(this.columns)
  }

  /** Returns a `TableSchema` of this table with the given column names in place of its own columns. */
  withColumns(names: readonly string[]): TableSchema {
    return new TableSchema({ ...this.#table, columns: names.map((name) => ({ name, isMetadata: false })) })
  }

  /**
   * Returns the records with their match keys, and combines records with the same key into one; null for a table
   * without match columns.
   */
  merged(records: readonly DataRecord[]): readonly KeyedRecord[] | null {
    const { match, defaultCountry } = this
    if (match === null) return null
    this.#keyOf ??= keyReaderFor({ columns: match.columns, defaultCountry })
    return mergeByKey(keyed(records, match, this.#keyOf), match)
  }

  fits(records: readonly DataRecord[]): boolean {
    return this.columns.length > 0 && records.every((record) => this.#fits(record))
  }

  #fits(record: DataRecord): boolean {
    let present = 0
    for (const name in record) {
      if (!this.#known.has(name)) return false
      present++
    }
    return present === this.columns.length || this.missingColumns === 'fill'
  }

  /** Throws if records do not fit the table. The error has one entry for each wrong column of a record. */
  assertFits(
    records: readonly DataRecord[],
    pointerOf = (index: number) => `/records/${index}`,
    comparisons?: Comparisons,
  ): void {
    if (this.columns.length === 0) throw new DomainError('TABLE_HAS_NO_SCHEMA')
    const received = new Set<string>()
    const errors: ErrorItem[] = []
    let shared = comparisons
    records.forEach((record, index) => {
      if (this.#fits(record)) return
      // The first record that does not fit creates the budget for suggesting column names. Nearly every request
      // fits and needs no budget.
      shared ??= new Comparisons()
      for (const name of Object.keys(record)) received.add(name)
      if (errors.length < maxErrorItems)
        errors.push(...this.faultsOf(record, pointerOf(index), maxErrorItems, shared))
    })
    if (errors.length === 0) return
    throw DomainError.withoutTrace('SCHEMA_MISMATCH', {
      expected: this.columns,
      received: [...received],
      errors: errors.slice(0, maxErrorItems),
    })
  }

  /**
   * Returns the faults of a record that does not fit the table, such as unknown and missing columns; at most
   * `most`.
   */
  faultsOf(record: DataRecord, pointer: string, most: number, comparisons: Comparisons): ErrorItem[] {
    const absent = this.columns.filter((column) => !Object.hasOwn(record, column))
    const unknown = Object.keys(record)
      .filter((name) => !this.#known.has(name))
      // Cuts the list of unknown columns before it searches similar names for them. Each search is slow, and
      // the source chooses how many names there are.
      .slice(0, most)
      .map((name) => {
        const suggestion = closestName(name, absent, comparisons)
        return {
          pointer,
          code: 'UNKNOWN_COLUMN',
          column: name,
          ...(suggestion === null ? {} : { suggestion }),
        }
      })
    if (this.missingColumns === 'fill') return unknown
    const missing = absent.map((column) => ({ pointer, code: 'MISSING_COLUMN', column }))
    return [...unknown, ...missing].slice(0, most)
  }

  /** Throws if the header row of a file does not fit the table. Its columns may be in any order. */
  assertHeaderFits(names: readonly string[]): void {
    const asRecord = Object.fromEntries(names.map((name) => [name, null]))
    this.assertFits([asRecord], () => '/header')
  }

  /** Returns records in the form in which they are stored, with null in each missing column. */
  complete(records: readonly DataRecord[]): readonly DataRecord[] {
    if (this.missingColumns === 'reject') return records
    const cellOf = (record: DataRecord, column: string): Cell =>
      Object.hasOwn(record, column) ? (record[column] ?? null) : null
    // Builds the record with `fromEntries`, which creates an ordinary cell even for a column named
    // "__proto__". An assignment does not.
    return records.map((record) =>
      Object.fromEntries(this.columns.map((column) => [column, cellOf(record, column)])),
    )
  }

  /**
   * Returns a `TableSchema` for patches: it also accepts records that lack columns, because a patch changes only
   * the columns that it contains.
   */
  get forPatches(): TableSchema {
    return this.missingColumns === 'fill' ? this : new TableSchema({ ...this.#table, missingColumns: 'fill' })
  }

  /**
   * The initial values of a new record whose source omits columns; null if every record must have all
   * columns.
   */
  get blank(): DataRecord | null {
    if (this.missingColumns === 'reject') return null
    return Object.fromEntries(this.columns.map((column) => [column, null]))
  }
}
