import { DomainError } from '../../domain/errors.ts'
import { assertFits, type MeterReading, meterExceeded } from '../../domain/plan/meter.ts'
import { periodOf } from '../../domain/plan/period.ts'
import type { Column, DataTable } from '../../domain/table/data-table.ts'
import { columnNames, columnsFrom } from '../../domain/table/header.ts'
import { TableShape } from '../../domain/table/table-shape.ts'
import type { RowSource } from '../../ports/arrival/row-source.ts'
import type { StagedRecords } from '../../ports/arrival/staged-records.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Metrics } from '../../ports/metrics.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'

export interface ImportRecordsCommand {
  readonly organizationId: string
  readonly dataTableId: string
  readonly source: RowSource
  readonly requestId: string
}

export interface Imported {
  readonly inserted: number
  readonly columns: readonly string[]
}

/** More at once would slow down each of them and all other requests; the limit per organization keeps one from taking all places. */
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
  /** The organization of each. */
  readonly #underWay: string[] = []

  constructor(staged: StagedRecords, unitOfWork: UnitOfWork, clock: Clock, ids: Ids, metrics: Metrics) {
    this.#staged = staged
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
    this.#metrics = metrics
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
    await this.#staged.begin(importId, table.id)
    try {
      const inserted = await this.#stage(importId, table, header, source, reading)
      const columns = table.columns.length > 0 ? null : columnsFrom(header)
      await this.#unitOfWork.run((tx) => this.#enter(tx, command, importId, { table, columns, inserted }))
      this.#metrics.noteRecords('import', inserted)
      return { inserted, columns: (columns ?? table.columns).map(({ name }) => name) }
    } catch (error) {
      // What cannot be cleared away now, because the database is gone too, is cleared away later.
      await this.#staged.discard(importId).catch(() => {})
      throw error
    }
  }

  async #stage(
    importId: string,
    table: DataTable,
    header: readonly string[],
    source: RowSource,
    reading: MeterReading,
  ): Promise<number> {
    const missing = table.columns.map(({ name }) => name).filter((name) => !header.includes(name))
    const underWay: Promise<void>[] = []
    let [inserted, no] = [0, 0]
    try {
      for await (const rows of source.chunks()) {
        inserted += rows.length
        // The meter is spent at the end; a file that cannot fit is refused at the first row too many.
        assertFits(reading, inserted, this.#clock.now())
        const written = this.#staged.write(importId, ++no, { columns: header, missing, rows })
        // Its failure is heard of when its turn comes to be waited for.
        written.catch(() => {})
        underWay.push(written)
        if (underWay.length >= mostUnderWay) await underWay.shift()
      }
      await Promise.all(underWay)
      return inserted
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
    { table, columns, inserted }: { table: DataTable; columns: readonly Column[] | null; inserted: number },
  ): Promise<void> {
    const at = this.#clock.now()
    if (!(await tx.records.enter({ importId, table, columns, requestId, at }))) {
      throw new DomainError('CONFLICT', {
        message: 'The table was changed or deleted during the import; nothing was written',
      })
    }
    if (inserted === 0) return
    const spending = { organizationId, meter: 'records', period: periodOf(at), amount: inserted } as const
    const reading = await tx.meters.spend(spending)
    if (reading !== null) throw meterExceeded(reading, inserted, at)
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
