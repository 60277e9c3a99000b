import { DomainError } from '../../domain/errors.ts'
import { type Replayable, replay } from '../../domain/idempotency.ts'
import type { TableShape } from '../../domain/table/table-shape.ts'
import type { Arrival, Receipt, RecordAppender } from '../../ports/arrival/record-appender.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Metrics } from '../../ports/metrics.ts'
import { type AppendedOnce, anonymous, appendOnce, type OwnDelivery } from './append-once.ts'
import type { DeliveryProof } from './delivery-proof.ts'

export interface Ingested extends Replayable<Receipt> {
  readonly organizationId: string
  /** The number of records that an earlier delivery had brought already. */
  readonly repeated?: number
  /** The intake of an open table, whose response has another format; undefined for a strict table. */
  readonly intake?: 'open' | undefined
}

/** Appends the records of a request to a data table, authenticated by an API key or the table's own token. */
export class IngestRecords {
  readonly #intake: RecordAppender
  readonly #proof: DeliveryProof
  readonly #clock: Clock
  readonly #metrics: Metrics

  constructor(intake: RecordAppender, proof: DeliveryProof, clock: Clock, metrics: Metrics) {
    this.#intake = intake
    this.#proof = proof
    this.#clock = clock
    this.#metrics = metrics
  }

  /**
   * Appends the records of a request. A repeat of the request appends nothing if it has a delivery id, or if
   * its signature identifies it.
   */
  async execute(arrival: Arrival, delivery: OwnDelivery = anonymous): Promise<Ingested> {
    const { requestOf } = delivery
    let shape = this.#intake.remembered(arrival)
    let repeat: AppendedOnce | null = null
    // Tries five times, because the cached table may be out of date and the table may change between two
    // tries. The append checks the version.
    for (let looks = 0; looks < 5; looks++) {
      if (shape?.fits(arrival.records)) {
        const { organizationId } = shape
        if (shape.signature !== null) await this.#proof.assertGood(shape, arrival.credential, requestOf)
        const intake = shape.intake === 'open' ? shape.intake : undefined
        const appended = await this.#append(arrival, shape, delivery)
        // Does not accept a repeat yet, because the append compares claims before the credential. The
        // credential is checked below.
        if (appended !== null && !appended.isRepeat) {
          const { receipt: answer, isReplay: replayed, repeated } = appended
          if (!replayed) this.#metrics.noteRecords(arrival.credential.kind, answer.inserted)
          return { answer, replayed, ...(repeated > 0 && { repeated }), organizationId, intake }
        }
        repeat = appended
      }
      const { organizationId, earlier, shape: present } = await this.#intake.factsOf(arrival)
      try {
        if (present !== null && present.signature !== null)
          await this.#proof.assertGood(present, arrival.credential, requestOf)
        if (earlier !== null && arrival.idempotency !== null) {
          const intake = present?.intake === 'open' ? present.intake : undefined
          return { ...replay(arrival.idempotency, earlier), organizationId, intake }
        }
        if (present === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
        // Answers a repeat of a delivery whose records all are in the table.
        if (repeat !== null) {
          const intake = present.intake === 'open' ? present.intake : undefined
          return { answer: repeat.receipt, replayed: true, organizationId, intake }
        }
        present.assertFits(arrival.records)
      } catch (error) {
        throw error instanceof DomainError ? error.for(organizationId) : error
      }
      shape = present
    }
    throw new DomainError('OVERLOADED')
  }

  async #append(arrival: Arrival, shape: TableShape, delivery: OwnDelivery): Promise<AppendedOnce | null> {
    const own = { arrival, places: [] }
    try {
      return await appendOnce(this.#intake, own, shape, delivery, this.#clock.now())
    } catch (error) {
      throw error instanceof DomainError ? error.for(shape.organizationId) : error
    }
  }
}
