import { DomainError } from '../domain/errors.ts'
import type { DataTable } from '../domain/table/data-table.ts'
import { columnNames, columnsFrom } from '../domain/table/header.ts'
import { TableShape } from '../domain/table/table-shape.ts'
import { assertFits, meterExceeded } from '../domain/usage/meter.ts'
import { periodOf } from '../domain/usage/period.ts'
import type { Clock } from '../ports/clock.ts'
import type { RowSource } from '../ports/row-source.ts'
import type { RecordBlock, Transaction, UnitOfWork } from '../ports/unit-of-work.ts'

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

/** Each holds a connection for as long as its file takes to arrive; the rest of the pool is for the others. */
const mostAtOnce = 3

/** The database writes so many chunks while the next are being read. */
const mostUnderWay = 3

/**
 * Appends the rows of a file to a data table, all or none, in memory that does not grow with the file.
 * Everything is one transaction; what others need (the table's row, the meter) is taken at its very end.
 */
export class ImportRecords {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  #atOnce = 0

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute(command: ImportRecordsCommand): Promise<Imported> {
    if (this.#atOnce >= mostAtOnce) {
      throw new DomainError('OVERLOADED', {
        message: 'Other imports are under way; nothing was written. Send the file again in a while',
      })
    }
    this.#atOnce++
    try {
      const header = columnNames(await command.source.header())
      return await this.#unitOfWork.run((tx) => this.#import(tx, command, header))
    } finally {
      this.#atOnce--
    }
  }

  async #import(
    tx: Transaction,
    { organizationId, dataTableId, source, requestId }: ImportRecordsCommand,
    header: readonly string[],
  ): Promise<Imported> {
    const table = await tx.dataTables.find(organizationId, dataTableId)
    if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
    const isFirst = table.columns.length === 0
    if (!isFirst) new TableShape(table).assertHeaderFits(header)

    const { blocks, inserted } = await this.#insert(tx, table, header, source)
    const at = this.#clock.now()
    const columns = isFirst ? columnsFrom(header) : null
    if (!(await tx.records.enter({ table, columns, blocks, requestId, at }))) {
      throw new DomainError('CONFLICT', {
        message: 'The columns of the table were changed during the import; nothing was written',
      })
    }
    if (inserted > 0) {
      const spending = { organizationId, meter: 'records', period: periodOf(at), amount: inserted } as const
      const reading = await tx.meters.spend(spending)
      if (reading !== null) throw meterExceeded(reading, inserted, at)
    }
    return { inserted, columns: (columns ?? table.columns).map(({ name }) => name) }
  }

  async #insert(
    tx: Transaction,
    table: DataTable,
    header: readonly string[],
    source: RowSource,
  ): Promise<{ blocks: RecordBlock[]; inserted: number }> {
    const missing = table.columns.map(({ name }) => name).filter((name) => !header.includes(name))
    const now = this.#clock.now()
    // The meter is spent at the end; a file that cannot fit is refused at the first row too many.
    const reading = await tx.meters.read(table.organizationId, 'records', periodOf(now))
    const blocks: RecordBlock[] = []
    const underWay: Promise<RecordBlock>[] = []
    let inserted = 0
    for await (const rows of source.chunks()) {
      inserted += rows.length
      assertFits(reading, inserted, now)
      const block = tx.records.insert(table.id, { columns: header, missing, rows })
      block.catch(() => {})
      underWay.push(block)
      if (underWay.length >= mostUnderWay) await settleFirst()
    }
    while (underWay.length > 0) await settleFirst()
    return { blocks, inserted }

    async function settleFirst(): Promise<void> {
      const block = await underWay.shift()
      if (block !== undefined) blocks.push(block)
    }
  }
}
