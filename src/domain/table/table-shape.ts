import type { BadSignatureRule, TableSignature } from '../arrival/delivery/signature.ts'
import { type Intake, usualDuplicateWindowSeconds } from '../arrival/intake.ts'
import { DomainError, type ErrorItem, mostErrorItems } from '../errors.ts'
import type { Cell, DataRecord } from './cell.ts'
import { Comparisons, closest } from './closest.ts'
import type { DataTable, MissingColumns } from './data-table.ts'
import type { Match } from './match.ts'

/** What of a data table decides which records belong in it. */
export type TableColumns = Pick<
  DataTable,
  'id' | 'organizationId' | 'schemaVersion' | 'columns' | 'missingColumns' | 'match' | 'defaultCountry'
> &
  Partial<Pick<DataTable, 'intake' | 'duplicateWindowSeconds' | 'signature' | 'onBadSignature' | 'autoMap'>>

/**
 * The columns of a data table at one schema version: decides which records belong in it, and says what identifies them.
 * Hand-written loops, because this runs for every cell that comes in: a schema library costs more
 * here than parsing, storing and answering together.
 */
export class TableShape {
  readonly tableId: string
  readonly organizationId: string
  readonly version: number
  readonly columns: readonly string[]
  readonly missingColumns: MissingColumns
  readonly match: Match | null
  readonly defaultCountry: string | null
  readonly intake: Intake
  readonly duplicateWindowSeconds: number
  readonly signature: TableSignature | null
  readonly onBadSignature: BadSignatureRule
  readonly autoMap: boolean
  readonly #known: ReadonlySet<string>
  readonly #table: TableColumns

  constructor(table: TableColumns) {
    this.#table = table
    this.tableId = table.id
    this.organizationId = table.organizationId
    this.version = table.schemaVersion
    this.columns = table.columns.map((column) => column.name)
    this.missingColumns = table.missingColumns
    this.match = table.match
    this.defaultCountry = table.defaultCountry
    this.intake = table.intake ?? 'strict'
    this.duplicateWindowSeconds = table.duplicateWindowSeconds ?? usualDuplicateWindowSeconds
    this.signature = table.signature ?? null
    this.onBadSignature = table.onBadSignature ?? 'refuse'
    this.autoMap = table.autoMap ?? false
    this.#known = new Set(this.columns)
  }

  /** Returns the shape that the table has once it has these columns and no others. */
  withColumns(names: readonly string[]): TableShape {
    return new TableShape({ ...this.#table, columns: names.map((name) => ({ name, metadata: false })) })
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

  /** Says why records do not fit; a record is named once for each column that is wrong with it. */
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
      // Not before: nearly every request fits, and needs none.
      shared ??= new Comparisons()
      for (const name of Object.keys(record)) received.add(name)
      if (errors.length < mostErrorItems)
        errors.push(...this.faultsOf(record, pointerOf(index), mostErrorItems, shared))
    })
    if (errors.length === 0) return
    throw new DomainError('SCHEMA_MISMATCH', {
      expected: this.columns,
      received: [...received],
      errors: errors.slice(0, mostErrorItems),
    })
  }

  /** Up to `most` of what is wrong with a record. */
  faultsOf(record: DataRecord, pointer: string, most: number, comparisons: Comparisons): ErrorItem[] {
    const absent = this.columns.filter((column) => !Object.hasOwn(record, column))
    const unknown = Object.keys(record)
      .filter((name) => !this.#known.has(name))
      // A suggestion is dear, and how many names there are is the sender's to choose.
      .slice(0, most)
      .map((name) => {
        const suggestion = closest(name, absent, comparisons)
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

  /** The same for the header row of a file; its order is the file's own. */
  assertHeaderFits(names: readonly string[]): void {
    const asRecord = Object.fromEntries(names.map((name) => [name, null]))
    this.assertFits([asRecord], () => '/header')
  }

  /** Records as they are stored: every column present. */
  complete(records: readonly DataRecord[]): readonly DataRecord[] {
    if (this.missingColumns === 'reject') return records
    const cellOf = (record: DataRecord, column: string): Cell =>
      Object.hasOwn(record, column) ? (record[column] ?? null) : null
    // Unlike an assignment, fromEntries makes a column named "__proto__" a cell like any other.
    return records.map((record) =>
      Object.fromEntries(this.columns.map((column) => [column, cellOf(record, column)])),
    )
  }

  /** The same for records that say a part of what a record holds. */
  get forPatches(): TableShape {
    return this.missingColumns === 'fill' ? this : new TableShape({ ...this.#table, missingColumns: 'fill' })
  }

  /** What a new record holds where its sender says nothing; null where every record says everything. */
  get blank(): DataRecord | null {
    if (this.missingColumns === 'reject') return null
    return Object.fromEntries(this.columns.map((column) => [column, null]))
  }
}
