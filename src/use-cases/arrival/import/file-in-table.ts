import { type ColumnChoice, type ColumnMap, mapColumns } from '../../../domain/arrival/import/column-map.ts'
import { type RowCheck, rowCheck } from '../../../domain/arrival/import/row-check.ts'
import type { FileNote, FileRow, RowFault } from '../../../domain/arrival/import/row-fault.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { MeterReading } from '../../../domain/plan/meter.ts'
import { periodOf } from '../../../domain/plan/period.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import type { RowSource } from '../../../ports/arrival/row-source.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import type { AddressColumns } from './address-columns.ts'

export interface FileCommand {
  readonly organizationId: string
  readonly dataTableId: string
  readonly source: RowSource
  /** What becomes of the file's columns; null where they have the names of the table's. */
  readonly choices: readonly ColumnChoice[] | null
  /** Whether rows with faults stay out; otherwise one that refuses the file keeps all of it out. */
  readonly skipBadRows: boolean
}

export interface FaultyRow {
  readonly row: FileRow
  /** At least one. */
  readonly faults: readonly RowFault[]
}

/** Returns the first fault for which an import is refused that leaves out no rows. */
export function refusalOf({ faults }: FaultyRow): RowFault | null {
  return faults.find(({ refuses }) => refuses) ?? null
}

/** Rows as they go into the table, and those that have a fault. */
export interface SortedRows {
  /** As cells in the order of the columns that the file fills. */
  readonly fitting: readonly (readonly string[])[]
  readonly faulty: readonly FaultyRow[]
}

/**
 * A file as it would go into a table: what a look at it says, and what an import does, go by the same columns and the
 * same faults, so that they cannot disagree.
 */
export class FileInTable {
  readonly table: DataTable
  readonly reading: MeterReading
  readonly header: readonly string[]
  readonly map: ColumnMap
  readonly #check: RowCheck
  readonly #source: RowSource
  readonly #skipBadRows: boolean
  /** The places of the cells that go in; null where all of them do. */
  readonly #places: readonly number[] | null

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
  }

  /** Reads the header, and what the table and the plan are at this moment. */
  static async open(
    command: FileCommand,
    {
      unitOfWork,
      addressColumns,
      now,
    }: { unitOfWork: UnitOfWork; addressColumns: AddressColumns; now: Date },
  ): Promise<FileInTable> {
    const { organizationId, dataTableId, source } = command
    const header = await source.header()
    const { table, reading } = await unitOfWork.run(async (tx) => ({
      table: await tx.dataTables.find(organizationId, dataTableId),
      reading: await tx.meters.read(organizationId, 'records', periodOf(now)),
    }))
    if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
    const addresses = await addressColumns.of(table)
    return new FileInTable(command, { table, reading, addresses }, header)
  }

  /** Remarks about how the file was read. */
  get notes(): readonly FileNote[] {
    return this.#source.notes ?? []
  }

  /** The columns that it fills, in its own order. */
  get columns(): readonly string[] {
    return this.map.targets.flatMap((target) => (target === null ? [] : [target.name]))
  }

  async *rows(): AsyncIterable<SortedRows> {
    for await (const rows of this.#source.chunks()) yield this.#sorted(rows)
  }

  #sorted(rows: readonly FileRow[]): SortedRows {
    const fitting: (readonly string[])[] = []
    const faulty: FaultyRow[] = []
    for (const row of rows) {
      const found = { row, faults: this.#check(row) }
      if (found.faults.length > 0) faulty.push(found)
      const isLeftOut = this.#skipBadRows ? found.faults.length > 0 : refusalOf(found) !== null
      if (!isLeftOut) fitting.push(this.#cellsOf(row))
    }
    return { fitting, faulty }
  }

  #cellsOf({ cells }: FileRow): readonly string[] {
    return this.#places === null ? cells : this.#places.map((place) => cells[place] ?? '')
  }
}
