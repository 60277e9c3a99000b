import type { Actor } from '../../../domain/account/audit/actor.ts'
import { maxReasons, rowsLeftOut, type StoredArrival } from '../../../domain/arrival/arrival.ts'
import { LeftOutRows } from '../../../domain/arrival/import/left-out-rows.ts'
import type { FileRow, RowFault } from '../../../domain/arrival/import/row-fault.ts'
import { DomainError } from '../../../domain/errors.ts'
import { timeOfId } from '../../../domain/id.ts'
import { assertFitsMeter, fitsMeter, type MeterReading, meterExceeded } from '../../../domain/plan/meter.ts'
import { periodOf } from '../../../domain/plan/period.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import { versionOfRecord } from '../../../domain/table/keyed-records.ts'
import { keyReaderFor } from '../../../domain/table/record-key.ts'
import type { ArrivalStore } from '../../../ports/arrival/arrivals.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { Metrics } from '../../../ports/metrics.ts'
import type { AppendReceipt, RecordStore, RowKey } from '../../../ports/table/records.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { assertNoKeyRebuild } from '../../table/key-rebuild-check.ts'
import type { AddressColumns } from './address-columns.ts'
import type { ImportSlots } from './import-slots.ts'
import { type FileCommand, MappedFile, refusingFaultOf } from './mapped-file.ts'

export interface ImportRecordsCommand extends FileCommand {
  readonly requestId: string
  readonly by: Actor
  /** Throws if the session or API key that sent the file has ended since; absent if neither sent it. */
  readonly assertAdmitted?: () => Promise<void>
}

/**
 * The result of an import. For a table with match columns, it also counts the rows that updated a record or
 * changed nothing.
 */
export interface Imported extends AppendReceipt {
  readonly columns: readonly string[]
  /** The rows that the import left out; absent unless the import skips bad rows. */
  readonly leftOut?: LeftOut
}

interface LeftOut {
  readonly rows: number
  readonly reasons: LeftOutRows['groups']
  /** The id of the refused arrival that stores the left-out rows; null if no rows were left out. */
  readonly arrivalId: string | null
}

/**
 * The number of batches of rows that may be in writing to the database while the next batch is read from the
 * file.
 */
const maxPending = 3

/**
 * Adds all rows of a file to a data table, or none, with the same use of memory for any size of file. Rows
 * are staged while the file is read. One short commit at the end makes them visible, adds new columns, and counts
 * the rows against the plan.
 */
export class ImportRecords {
  readonly #slots: ImportSlots
  readonly #records: RecordStore
  readonly #arrivals: ArrivalStore
  readonly #addressColumns: AddressColumns
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #metrics: Metrics

  constructor(
    slots: ImportSlots,
    records: RecordStore,
    arrivals: ArrivalStore,
    addressColumns: AddressColumns,
    unitOfWork: UnitOfWork,
    clock: Clock,
    ids: Ids,
    metrics: Metrics,
  ) {
    this.#slots = slots
    this.#records = records
    this.#arrivals = arrivals
    this.#addressColumns = addressColumns
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
    this.#metrics = metrics
  }

  async execute(command: ImportRecordsCommand): Promise<Imported> {
    const { organizationId, source } = command
    let leave = () => {}
    try {
      leave = this.#slots.take(organizationId)
      return await this.#import(command)
    } finally {
      leave()
      await source.close()
    }
  }

  async #import(command: ImportRecordsCommand): Promise<Imported> {
    const tools = { unitOfWork: this.#unitOfWork, addressColumns: this.#addressColumns, clock: this.#clock }
    const file = await MappedFile.open(command, tools)
    const { table, map } = file
    await this.#unitOfWork.run((tx) => assertNoKeyRebuild(tx, table))
    const importId = this.#ids.next()
    const leftOut = command.skipBadRows ? new LeftOutRows(file.header) : null
    const created = map.created.map(({ name }) => name)
    await this.#records.beginImport(importId, table.id, { keyed: table.match !== null, created })
    let leftOutArrival: StoredArrival | null = null
    try {
      await this.#stage(importId, file, leftOut)
      await command.assertAdmitted?.()
      // Stores the left-out rows of the file before the imported rows are committed, so that no row is lost
      // after a crash.
      if (leftOut !== null && leftOut.count > 0) leftOutArrival = await this.#keep(leftOut, command)
      const readFile = { file, leftOut, leftOutArrival }
      const imported = await this.#unitOfWork.run((tx) => this.#enter(tx, command, importId, readFile))
      this.#metrics.noteRecords('import', imported.inserted)
      return imported
    } catch (error) {
      // Discards the staged rows of the failed import. If the database is down, a periodic task deletes them
      // later.
      await this.#records.discardImport(importId).catch(() => {})
      // Keeps the left-out rows if it is unknown whether the import was committed. Its event and its audit entry
      // may refer to them, and the file may exist nowhere else.
      if (leftOutArrival !== null && !isOutcomeUnknown(error))
        await this.#arrivals
          .settle({ ...leftOutArrival, status: 'ignored' }, this.#clock.now())
          .catch(() => {})
      throw error
    }
  }

  async #stage(importId: string, file: MappedFile, leftOut: LeftOutRows | null): Promise<void> {
    const { table, columns } = file
    const { missing } = file.map
    const keysOf = this.#keysOf(table, columns)
    const inProgress: Promise<void>[] = []
    let [staged, no, reading] = [0, 0, file.reading]
    try {
      for await (const { fitting: rows, faulty } of file.rows()) {
        for (const found of faulty) {
          leftOut?.add(found.row, found.faults)
          const refusal = refusingFaultOf(found)
          if (leftOut === null && refusal !== null) throw faultOfRow(found.row, refusal)
        }
        if (rows.length === 0) continue
        staged += rows.length
        // Refuses a file for a table without match columns at the first row that exceeds the plan. If the
        // table has match columns, only the end of the file shows how many rows are new.
        if (keysOf === null) reading = await this.#fitting(reading, staged, table)
        const keys = keysOf?.(rows) ?? null
        const written = this.#records.stage(importId, ++no, { columns, missing, rows, keys })
        // Marks a failed write of staged rows as handled for now. Its error is thrown where the promise is
        // awaited below.
        written.catch(() => {})
        inProgress.push(written)
        if (inProgress.length >= maxPending) await inProgress.shift()
      }
      await Promise.all(inProgress)
    } catch (error) {
      // Waits for running writes of batches, so that none of them adds staged rows after these were
      // discarded.
      await Promise.allSettled(inProgress)
      throw error
    }
  }

  /**
   * Returns a meter reading with which the staged rows fit the plan. Reads the meter again before it refuses them,
   * because a month or a plan may have begun since the last reading.
   */
  async #fitting(
    reading: MeterReading,
    staged: number,
    { organizationId }: DataTable,
  ): Promise<MeterReading> {
    if (fitsMeter(reading, staged)) return reading
    const now = this.#clock.realNow()
    const present = await this.#unitOfWork.run((tx) =>
      tx.plans.readMeter(organizationId, 'records', periodOf(now)),
    )
    assertFitsMeter(present, staged, now)
    return present
  }

  /**
   * Stores the left-out rows of a file as a refused arrival, which is encrypted, retained and erased like any
   * other.
   */
  async #keep(
    leftOut: LeftOutRows,
    { organizationId, dataTableId, requestId }: ImportRecordsCommand,
  ): Promise<StoredArrival> {
    const id = this.#ids.next()
    const arrivalReasons = leftOut.groups.map(({ code, column, count }) => ({
      code,
      message: `${count} ${count === 1 ? 'row' : 'rows'}`,
      ...(column === null ? {} : { column }),
    }))
    const contentType = 'text/csv; charset=utf-8'
    const body = {
      bytes: Buffer.from(leftOut.csv),
      digest: id,
      contentType,
      contentEncoding: null,
      headers: { 'content-type': contentType },
      query: {},
    }
    const arrival: StoredArrival = {
      id,
      organizationId,
      dataTableId,
      receivedAt: timeOfId(id),
      status: 'refused',
      code: rowsLeftOut,
      reasons: arrivalReasons.slice(0, maxReasons),
      format: null,
      mappingId: null,
      apiKeyId: null,
      requestId,
      records: leftOut.count,
      accepted: 0,
      heldPositions: null,
      recordsRoot: null,
      body,
      revision: 1,
    }
    await this.#arrivals.keep(arrival, null)
    return arrival
  }

  async #enter(
    tx: Transaction,
    command: ImportRecordsCommand,
    importId: string,
    read: ReadFile,
  ): Promise<Imported> {
    const { organizationId, requestId, by } = command
    const { file, leftOutArrival } = read
    const { table, map } = file
    const { created, missing } = map
    const at = this.#clock.now()
    const receipt = await tx.records.enter({ importId, table, created, missing, requestId, at })
    if (receipt === null) {
      throw new DomainError('CONFLICT', {
        message:
          'The table was changed or deleted during the import; nothing was written. Send the file again',
      })
    }
    // Refuses new columns again, now that the table is locked: a change of the match columns that has begun since the
    // first check could not be completed after them.
    if (created.length > 0) await assertNoKeyRebuild(tx, table)
    const subject = { kind: 'dataTable', id: table.id, name: table.name } as const
    // Leaves an entry for each column that the import adds to existing ones. The first columns of a table are part
    // of its first import.
    for (const { name: column } of table.columns.length === 0 ? [] : created)
      await tx.audit.add({ action: 'column.added', organizationId, by, subject, after: { column } })
    const { inserted, updated, unchanged } = receipt
    const leftOut = leftOutArrival?.records ?? 0
    const matched = updated === undefined ? {} : { updated, unchanged: unchanged ?? 0 }
    const after = { records: inserted, ...matched, ...(leftOut === 0 ? {} : { leftOut }) }
    await tx.audit.add({ action: 'records.imported', organizationId, by, subject, after })
    await noteImport(tx, { importId, table, receipt, leftOutArrival })
    const imported = importedOf(read, receipt)
    if (inserted === 0) return imported
    const realNow = this.#clock.realNow()
    const spending = {
      organizationId,
      meter: 'records',
      period: periodOf(realNow),
      amount: inserted,
    } as const
    const reading = await tx.plans.spend(spending)
    if (reading !== null) throw meterExceeded(reading, inserted, realNow)
    return imported
  }

  /** Returns a function that computes the match keys of rows; null for a table without match columns. */
  #keysOf(
    { match, defaultCountry }: DataTable,
    header: readonly string[],
  ): ((rows: readonly (readonly string[])[]) => readonly (RowKey | null)[]) | null {
    if (match === null) return null
    const keyOf = keyReaderFor({ columns: match.columns, defaultCountry })
    const read = [...match.columns, ...(match.newerBy === null ? [] : [match.newerBy])]
    const places = read
      .filter((column) => header.includes(column))
      .map((column) => [column, header.indexOf(column)] as const)
    return (rows) =>
      rows.map((row) => {
        const record = Object.fromEntries(places.map(([column, place]) => [column, row[place] ?? null]))
        const key = keyOf(record)
        return key === null ? null : { key, version: versionOfRecord(record, match) }
      })
  }
}

/** A file whose rows are staged. */
interface ReadFile {
  readonly file: MappedFile
  /** The rows that the import leaves out; null if a row with a fault refuses the file. */
  readonly leftOut: LeftOutRows | null
  /** The arrival that stores the left-out rows; null if there are none. */
  readonly leftOutArrival: StoredArrival | null
}

function importedOf(
  { file: { table, map }, leftOut, leftOutArrival }: ReadFile,
  receipt: AppendReceipt,
): Imported {
  const columns = [...table.columns, ...map.created].map(({ name }) => name)
  if (leftOut === null) return { ...receipt, columns }
  const { count: rows, groups: reasons } = leftOut
  return { ...receipt, columns, leftOut: { rows, reasons, arrivalId: leftOutArrival?.id ?? null } }
}

/** Writes the events of an import: its end, and the arrival that stores the rows that it left out. */
async function noteImport(
  tx: Transaction,
  {
    importId,
    table: { organizationId, projectId, id: dataTableId },
    receipt: { inserted, updated = 0, unchanged = 0 },
    leftOutArrival,
  }: {
    readonly importId: string
    readonly table: DataTable
    readonly receipt: AppendReceipt
    readonly leftOutArrival: StoredArrival | null
  },
): Promise<void> {
  const leftOut = leftOutArrival?.records ?? 0
  const ofTable = { organizationId, projectId }
  await tx.events.add({
    ...ofTable,
    type: 'import.completed',
    data: { dataTableId, inserted, updated, unchanged, leftOut },
    events: [{ objectId: importId }],
  })
  if (leftOutArrival === null) return
  await tx.events.add({
    ...ofTable,
    type: 'arrival.refused',
    data: { dataTableId, code: leftOutArrival.code, records: leftOut },
    events: [{ objectId: leftOutArrival.id }],
  })
}

function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'OUTCOME_UNKNOWN'
}

function faultOfRow({ line }: FileRow, { code, message, column }: RowFault): DomainError {
  const words = `Line ${line} ${message}`
  const named = column === null ? {} : { column }
  return new DomainError('VALIDATION_FAILED', {
    message: words,
    errors: [{ pointer: '', code, message: words, ...named }],
  })
}
