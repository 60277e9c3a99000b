import { DomainError } from '../../domain/errors.ts'
import { assertFits, type MeterReading, meterExceeded } from '../../domain/plan/meter.ts'
import { periodOf } from '../../domain/plan/period.ts'
import type { Column, DataTable } from '../../domain/table/data-table.ts'
import { columnNames, columnsFrom } from '../../domain/table/header.ts'
import { versionOf } from '../../domain/table/keyed-records.ts'
import { TableShape } from '../../domain/table/table-shape.ts'
import type { Receipt } from '../../ports/arrival/record-intake.ts'
import type { RowSource } from '../../ports/arrival/row-source.ts'
import type { RowKey, StagedRecords } from '../../ports/arrival/staged-records.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Metrics } from '../../ports/metrics.ts'
import type { RecordKeys } from '../../ports/table/record-keys.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'

export interface ImportRecordsCommand {
  readonly organizationId: string
  readonly dataTableId: string
  readonly source: RowSource
  readonly requestId: string
}

/** Into a table with match columns also what became of the other rows. */
export interface Imported extends Receipt {
  readonly columns: readonly string[]
}

/**
 * More at once would slow down each of them and all other requests; the limit per organization keeps one from taking
 * all places.
 */
const mostAtOnce = 6
const mostOfOne = 2

/** The database writes so many batches while the next are being read. */
const mostUnderWay = 3

/**
 * Appends the rows of a file to a data table, all or none, in memory that does not grow with the file.
 * Rows are staged as they come; columns, ledger and meter are one commit at the end, short whatever
 * the size of the file.
 */
export class ImportRecords {
  readonly #staged: StagedRecords
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #metrics: Metrics
  readonly #keys: RecordKeys
  /** The organization of each. */
  readonly #underWay: string[] = []

  constructor(
    staged: StagedRecords,
    unitOfWork: UnitOfWork,
    clock: Clock,
    ids: Ids,
    metrics: Metrics,
    keys: RecordKeys,
  ) {
    this.#staged = staged
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
    this.#metrics = metrics
    this.#keys = keys
  }

  async execute(command: ImportRecordsCommand): Promise<Imported> {
    const { organizationId, source } = command
    const own = this.#underWay.filter((one) => one === organizationId).length
    if (this.#underWay.length >= mostAtOnce || own >= mostOfOne) {
      await source.close()
      throw new DomainError('OVERLOADED', {
        message: 'Other imports are under way; nothing was written. Send the file again in a while',
      })
    }
    this.#underWay.push(organizationId)
    try {
      return await this.#import(command)
    } finally {
      this.#underWay.splice(this.#underWay.indexOf(organizationId), 1)
      await source.close()
    }
  }

  async #import(command: ImportRecordsCommand): Promise<Imported> {
    const { organizationId, dataTableId, source } = command
    const header = columnNames(await source.header())
    const { table, reading } = await this.#unitOfWork.run((tx) =>
      look(tx, organizationId, dataTableId, this.#clock.now()),
    )
    if (table.columns.length > 0) new TableShape(table).assertHeaderFits(header)

    const importId = this.#ids.next()
    const missing = table.columns.map(({ name }) => name).filter((name) => !header.includes(name))
    await this.#staged.begin(importId, table.id, table.match !== null)
    try {
      await this.#stage(importId, table, { header, missing }, source, reading)
      const columns = table.columns.length > 0 ? null : columnsFrom(header)
      const receipt = await this.#unitOfWork.run((tx) =>
        this.#enter(tx, command, importId, { table, columns, missing }),
      )
      this.#metrics.noteRecords('import', receipt.inserted)
      return { ...receipt, columns: (columns ?? table.columns).map(({ name }) => name) }
    } catch (error) {
      // What cannot be cleared away now, because the database is gone too, is cleared away later.
      await this.#staged.discard(importId).catch(() => {})
      throw error
    }
  }

  async #stage(
    importId: string,
    table: DataTable,
    { header, missing }: { readonly header: readonly string[]; readonly missing: readonly string[] },
    source: RowSource,
    reading: MeterReading,
  ): Promise<void> {
    const keysOf = this.#keysOf(table, header)
    const underWay: Promise<void>[] = []
    let [staged, no] = [0, 0]
    try {
      for await (const rows of source.chunks()) {
        staged += rows.length
        // The meter is spent at the end; a file that cannot fit is refused at the first row too many. Of a table with
        // match columns only the end knows how many rows are new.
        if (keysOf === null) assertFits(reading, staged, this.#clock.now())
        const keys = keysOf?.(rows) ?? null
        const written = this.#staged.write(importId, ++no, { columns: header, missing, rows, keys })
        // Its failure is heard of when its turn comes to be waited for.
        written.catch(() => {})
        underWay.push(written)
        if (underWay.length >= mostUnderWay) await underWay.shift()
      }
      await Promise.all(underWay)
    } catch (error) {
      // Nothing may be written any more when it is discarded.
      await Promise.allSettled(underWay)
      throw error
    }
  }

  async #enter(
    tx: Transaction,
    { organizationId, requestId }: ImportRecordsCommand,
    importId: string,
    entry: { table: DataTable; columns: readonly Column[] | null; missing: readonly string[] },
  ): Promise<Receipt> {
    const at = this.#clock.now()
    const receipt = await tx.records.enter({ importId, ...entry, requestId, at })
    if (receipt === null) {
      throw new DomainError('CONFLICT', {
        message: 'The table was changed or deleted during the import; nothing was written',
      })
    }
    const { inserted } = receipt
    if (inserted === 0) return receipt
    const spending = { organizationId, meter: 'records', period: periodOf(at), amount: inserted } as const
    const reading = await tx.meters.spend(spending)
    if (reading !== null) throw meterExceeded(reading, inserted, at)
    return receipt
  }

  /** Null for a table without match columns. */
  #keysOf(
    { match, defaultCountry }: DataTable,
    header: readonly string[],
  ): ((rows: readonly (readonly string[])[]) => readonly (RowKey | null)[]) | null {
    if (match === null) return null
    const keyOf = this.#keys.readerFor({ columns: match.columns, defaultCountry })
    const read = [...match.columns, ...(match.newerBy === null ? [] : [match.newerBy])]
    const places = read
      .filter((column) => header.includes(column))
      .map((column) => [column, header.indexOf(column)] as const)
    return (rows) =>
      rows.map((row) => {
        const record = Object.fromEntries(places.map(([column, place]) => [column, row[place] ?? null]))
        const key = keyOf(record)
        return key === null ? null : { key, version: versionOf(record, match) }
      })
  }
}

async function look(
  tx: Transaction,
  organizationId: string,
  dataTableId: string,
  now: Date,
): Promise<{ table: DataTable; reading: MeterReading }> {
  const table = await tx.dataTables.find(organizationId, dataTableId)
  if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
  return { table, reading: await tx.meters.read(organizationId, 'records', periodOf(now)) }
}
