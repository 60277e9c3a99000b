import { DomainError } from '../../domain/errors.ts'
import { type Replayable, replay } from '../../domain/idempotency.ts'
import type { Arrival, Receipt, RecordIntake } from '../../ports/arrival/record-intake.ts'
import type { Metrics } from '../../ports/metrics.ts'
import { type DeliveryProof, type RequestOf, unsigned } from './delivery-proof.ts'

export interface Ingested extends Replayable<Receipt> {
  readonly organizationId: string
  /** Only of a table that is: it answers in another form. */
  readonly intake?: 'open' | undefined
}

/** Appends records to a data table, for an API key or for the table's own token. */
export class IngestRecords {
  readonly #intake: RecordIntake
  readonly #proof: DeliveryProof
  readonly #metrics: Metrics

  constructor(intake: RecordIntake, proof: DeliveryProof, metrics: Metrics) {
    this.#intake = intake
    this.#proof = proof
    this.#metrics = metrics
  }

  /** `requestOf` is asked for where the table wants a signature. */
  async execute(arrival: Arrival, requestOf: RequestOf = unsigned): Promise<Ingested> {
    let shape = this.#intake.remembered(arrival)
    // What is remembered is nearly always true, and the append itself checks it. Each further look
    // is owed to a change made in between, so a few of them are enough.
    for (let looks = 0; looks < 5; looks++) {
      if (shape?.fits(arrival.records)) {
        const { organizationId } = shape
        if (shape.signature !== null) await this.#proof.assertGood(shape, arrival.credential, requestOf)
        const intake = shape.intake === 'open' ? shape.intake : undefined
        const receipt = await this.#intake.append(arrival, shape)
        if (receipt !== null) {
          const { answer, replayed } = receipt
          if (!replayed) this.#metrics.noteRecords(arrival.credential.kind, answer.inserted)
          return { answer, replayed, organizationId, intake }
        }
      }
      const { organizationId, earlier, shape: present } = await this.#intake.standing(arrival)
      try {
        if (present !== null && present.signature !== null)
          await this.#proof.assertGood(present, arrival.credential, requestOf)
        if (earlier !== null && arrival.idempotency !== null) {
          const intake = present?.intake === 'open' ? present.intake : undefined
          return { ...replay(arrival.idempotency, earlier), organizationId, intake }
        }
        if (present === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
        present.assertFits(arrival.records)
      } catch (error) {
        throw error instanceof DomainError ? error.for(organizationId) : error
      }
      shape = present
    }
    throw new DomainError('OVERLOADED')
  }
}
