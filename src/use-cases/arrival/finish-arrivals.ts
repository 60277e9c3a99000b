import type { StoredArrival } from '../../domain/arrival/arrival.ts'
import { DomainError } from '../../domain/errors.ts'
import type { DataTable } from '../../domain/table/data-table.ts'
import type { ArrivalStore } from '../../ports/arrival/arrivals.ts'
import type { RecordAppender } from '../../ports/arrival/record-appender.ts'
import type { Clock } from '../../ports/clock.ts'
import type { OrganizationTimes } from '../../ports/organization-times.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { type AdmissionTools, admitStored } from './admit-kept.ts'
import type { DeliveryReader } from './delivery-reader.ts'

/**
 * The age in milliseconds from which an unfinished arrival is processed again. No database statement takes
 * that long, so its first processing has ended. An arrival of a test organization is processed again at once; its
 * claims then prevent that both processings add a record.
 */
const minArrivalAgeMs = 30_000
const atOnce = 100

/**
 * Processes arrivals again whose processing continued after the response and did not end, for example because
 * of a crash. Processes arrivals of a test organization at the time of its test clock.
 */
export class FinishArrivals {
  readonly #arrivals: ArrivalStore
  readonly #appender: RecordAppender
  readonly #reader: DeliveryReader
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #times: OrganizationTimes

  constructor(
    arrivals: ArrivalStore,
    appender: RecordAppender,
    reader: DeliveryReader,
    unitOfWork: UnitOfWork,
    clock: Clock,
    times: OrganizationTimes,
  ) {
    this.#arrivals = arrivals
    this.#appender = appender
    this.#reader = reader
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#times = times
  }

  async execute(signal: AbortSignal): Promise<void> {
    const receivedBefore = new Date(this.#clock.now().getTime() - minArrivalAgeMs)
    const [clock, appender, reader] = [this.#clock, this.#appender, this.#reader]
    const tools = { arrivals: this.#arrivals, appender, reader, clock }
    // The ids of tables that are busy, because an import is being added to them. One arrival of such a table waits
    // for ten seconds; its other arrivals are left to the next run.
    const busy = new Set<string>()
    const faults: unknown[] = []
    let last: StoredArrival | null = null
    do {
      const arrivals = await this.#arrivals.received(receivedBefore, atOnce, busy, last)
      last = arrivals.length === atOnce ? (arrivals.at(-1) ?? null) : null
      for (const arrival of arrivals) {
        const tableId = arrival.dataTableId ?? ''
        if (busy.has(tableId)) continue
        if ((await this.#finish(arrival, tools, faults)) === 'busy') busy.add(tableId)
      }
    } while (last !== null && !signal.aborted)
    // Reports the first fault after the other arrivals were finished. The next run tries the arrival again.
    if (faults.length > 0) throw faults[0]
  }

  /**
   * Finishes an arrival, or leaves it to the next run. Adds an unexpected error to `faults`, so that one arrival does
   * not delay the arrivals of all organizations.
   */
  async #finish(arrival: StoredArrival, tools: AdmissionTools, faults: unknown[]): Promise<'ended' | 'busy'> {
    let wasTableRead = false
    const tableOf = async () => {
      wasTableRead = false
      const table = await this.#tableOf(arrival)
      wasTableRead = true
      return table
    }
    try {
      await this.#atTimeOf(arrival, () => admitStored(arrival, tools, tableOf))
      return 'ended'
    } catch (error) {
      const code = error instanceof DomainError ? error.code : null
      // Skips a busy table; otherwise the arrivals of all other organizations would wait for it. If the table cannot
      // even be read, the database is unreachable, which ends the run.
      if (code === 'OVERLOADED' && wasTableRead) return 'busy'
      if (code === 'OVERLOADED' || code === 'OUTCOME_UNKNOWN') throw error
      // The table of the arrival may have been deleted a moment ago, which is no fault.
      if (code !== 'NOT_FOUND') faults.push(error)
      return 'ended'
    }
  }

  /** Runs work at the time of the arrival's test organization, or at the real time for a real organization. */
  async #atTimeOf<Result>({ organizationId }: StoredArrival, work: () => Promise<Result>): Promise<Result> {
    const now = await this.#times.testTimeOf(organizationId)
    return now === null ? work() : this.#clock.at(now, work)
  }

  async #tableOf({ organizationId, dataTableId }: StoredArrival): Promise<DataTable> {
    const table = await this.#unitOfWork.run((tx) => tx.dataTables.find(organizationId, dataTableId ?? ''))
    if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
    return table
  }
}
