import { type ColumnChoice, type ColumnMap, mapColumns } from '../../../domain/arrival/import/column-map.ts'
import { isForAddresses, type RowCheck, rowCheck } from '../../../domain/arrival/import/row-check.ts'
import type { FileRow, FileWarning, RowFault } from '../../../domain/arrival/import/row-fault.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { MeterReading } from '../../../domain/plan/meter.ts'
import { periodOf } from '../../../domain/plan/period.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import type { RowSource } from '../../../ports/arrival/imports.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import type { AddressColumns } from './address-columns.ts'

export interface FileCommand {
  readonly organizationId: string
  readonly dataTableId: string
  readonly source: RowSource
  /**
   * The user's choice for each column of the file: which table column it fills. Null to match all columns by
   * name.
   */
  readonly choices: readonly ColumnChoice[] | null
  /**
   * Whether rows with faults are left out of the import. If false, one row with a refusing fault refuses the
   * whole file.
   */
  readonly skipBadRows: boolean
}

export interface FaultyRow {
  readonly row: FileRow
  /** The faults of a row of the imported file; the list is never empty. */
  readonly faults: readonly RowFault[]
}

/**
 * Returns the first fault of a row that makes the import fail without `skipBadRows`; null if the row has no
 * such fault.
 */
export function refusingFaultOf({ faults }: FaultyRow): RowFault | null {
  return faults.find(({ isRefused }) => isRefused) ?? null
}

/**
 * A batch of rows of a file: rows that are imported, and rows with faults. A row with a minor fault is in
 * both lists.
 */
export interface SortedRows {
  /** The cells of each imported row, in the order of the table columns that the file fills. */
  readonly fitting: readonly (readonly string[])[]
  readonly faulty: readonly FaultyRow[]
  /** The lines of imported rows whose columns for e-mail addresses are all empty. */
  readonly withoutAddress: readonly number[]
}

/**
 * A file with the rules for importing it into a table. The preview and the import share this class, so that
 * they use the same columns and find the same faults.
 */
export class MappedFile {
  readonly table: DataTable
  readonly reading: MeterReading
  readonly header: readonly string[]
  readonly map: ColumnMap
  readonly #check: RowCheck
  readonly #source: RowSource
  readonly #skipBadRows: boolean
  /** The positions in a row of the file of the cells that are imported; null if all cells are. */
  readonly #places: readonly number[] | null
  /** The positions in a row of the file of the cells that fill columns for e-mail addresses. */
  readonly #addressPlaces: readonly number[]

  private constructor(
    { source, choices, skipBadRows }: FileCommand,
    found: {
      readonly table: DataTable
      readonly reading: MeterReading
      readonly addresses: ReadonlySet<string>
    },
    header: readonly string[],
  ) {
    this.table = found.table
    this.reading = found.reading
    this.header = header
    this.map = mapColumns(header, found.table, choices)
    this.#check = rowCheck(this.map, found.addresses)
    this.#source = source
    this.#skipBadRows = skipBadRows
    const { targets } = this.map
    const places = targets.flatMap((target, place) => (target === null ? [] : [place]))
    this.#places = places.length === targets.length ? null : places
    this.#addressPlaces = targets.flatMap((target, place) =>
      target !== null && isForAddresses(target, found.addresses) ? [place] : [],
    )
  }

  /**
   * Reads the header of an imported file, and returns the file with the present columns of its table and the
   * plan's limits.
   */
  static async open(
    command: FileCommand,
    {
      unitOfWork,
      addressColumns,
      clock,
    }: { unitOfWork: UnitOfWork; addressColumns: AddressColumns; clock: Clock },
  ): Promise<MappedFile> {
    const { organizationId, dataTableId, source } = command
    const header = await source.header()
    const { table, reading } = await unitOfWork.run(async (tx) => ({
      table: await tx.dataTables.find(organizationId, dataTableId),
      reading: await tx.plans.readMeter(organizationId, 'records', periodOf(clock.realNow())),
    }))
    if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
    const addresses = await addressColumns.of(table)
    return new MappedFile(command, { table, reading, addresses }, header)
  }

  /** The remarks about reading the imported file, for example about its encoding. */
  get warnings(): readonly FileWarning[] {
    return this.#source.warnings ?? []
  }

  /** The columns of the table that the file fills, in the file's order. */
  get columns(): readonly string[] {
    return this.map.targets.flatMap((target) => (target === null ? [] : [target.name]))
  }

  /** The columns of the table for e-mail addresses that the file fills. */
  get addressColumns(): readonly string[] {
    return this.#addressPlaces.flatMap((place) => this.map.targets[place]?.name ?? [])
  }

  async *rows(): AsyncIterable<SortedRows> {
    for await (const rows of this.#source.chunks()) yield this.#sorted(rows)
  }

  #sorted(rows: readonly FileRow[]): SortedRows {
    const fitting: (readonly string[])[] = []
    const faulty: FaultyRow[] = []
    const withoutAddress: number[] = []
    for (const row of rows) {
      const found = { row, faults: this.#check(row) }
      if (found.faults.length > 0) faulty.push(found)
      const isLeftOut = this.#skipBadRows ? found.faults.length > 0 : refusingFaultOf(found) !== null
      if (isLeftOut) continue
      fitting.push(this.#cellsOf(row))
      if (this.#hasNoAddress(row)) withoutAddress.push(row.line)
    }
    return { fitting, faulty, withoutAddress }
  }

  #hasNoAddress({ cells }: FileRow): boolean {
    const places = this.#addressPlaces
    return places.length > 0 && places.every((place) => (cells[place] ?? '').trim() === '')
  }

  #cellsOf({ cells }: FileRow): readonly string[] {
    return this.#places === null ? cells : this.#places.map((place) => cells[place] ?? '')
  }
}
