import type { KeptArrival } from '../../domain/arrival/arrival.ts'
import { DomainError } from '../../domain/errors.ts'
import type { DataTable } from '../../domain/table/data-table.ts'
import type { ArrivalStore } from '../../ports/arrival/arrivals.ts'
import type { RecordAppender } from '../../ports/arrival/record-appender.ts'
import type { Clock } from '../../ports/clock.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { type AdmissionTools, admitKept } from './admit-kept.ts'
import type { DeliveryReader } from './delivery-reader.ts'

/**
 * The age in milliseconds from which an unfinished arrival is processed again. No database statement takes
 * that long, so its first processing has ended.
 */
const leftAloneMs = 30_000
const atOnce = 100

/**
 * Processes arrivals again whose processing continued after the response and did not end, for example because
 * of a crash.
 */
export class FinishArrivals {
  readonly #arrivals: ArrivalStore
  readonly #intake: RecordAppender
  readonly #reader: DeliveryReader
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(
    arrivals: ArrivalStore,
    intake: RecordAppender,
    reader: DeliveryReader,
    unitOfWork: UnitOfWork,
    clock: Clock,
  ) {
    this.#arrivals = arrivals
    this.#intake = intake
    this.#reader = reader
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute(signal: AbortSignal): Promise<void> {
    const before = new Date(this.#clock.now().getTime() - leftAloneMs)
    const [clock, intake, reader] = [this.#clock, this.#intake, this.#reader]
    const tools = { arrivals: this.#arrivals, intake, reader, clock }
    for (let isMore = true; isMore && !signal.aborted; ) {
      const arrivals = await this.#arrivals.received(before, atOnce)
      let finished = 0
      for (const arrival of arrivals) {
        if (await this.#finish(arrival, tools)) finished++
      }
      // Ends the loop if an arrival could not be finished, and leaves it to the next run; otherwise the loop
      // might never end.
      isMore = arrivals.length === atOnce && finished > 0
    }
  }

  /** Returns whether the arrival was finished. */
  async #finish(arrival: KeptArrival, tools: AdmissionTools): Promise<boolean> {
    try {
      return (await admitKept(arrival, tools, () => this.#tableOf(arrival))) !== null
    } catch (error) {
      // Skips an arrival whose table was deleted a moment ago; otherwise the arrivals after it would not be finished.
      if (error instanceof DomainError && error.code === 'NOT_FOUND') return false
      throw error
    }
  }

  async #tableOf({ organizationId, dataTableId }: KeptArrival): Promise<DataTable> {
    const table = await this.#unitOfWork.run((tx) => tx.dataTables.find(organizationId, dataTableId ?? ''))
    if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
    return table
  }
}
