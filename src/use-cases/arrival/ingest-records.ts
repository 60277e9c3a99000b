import { DomainError } from '../../domain/errors.ts'
import { type Replayable, replay } from '../../domain/idempotency.ts'
import type { Arrival, Receipt, RecordIntake } from '../../ports/arrival/record-intake.ts'
import type { Metrics } from '../../ports/metrics.ts'

export interface Ingested extends Replayable<Receipt> {
  readonly organizationId: string
}

/** Appends records to a data table, for an API key or for the table's own token. */
export class IngestRecords {
  readonly #intake: RecordIntake
  readonly #metrics: Metrics

  constructor(intake: RecordIntake, metrics: Metrics) {
    this.#intake = intake
    this.#metrics = metrics
  }

  async execute(arrival: Arrival): Promise<Ingested> {
    let shape = this.#intake.remembered(arrival)
    // What is remembered is nearly always true, and the append itself checks it. Each further look
    // is owed to a change made in between, so a few of them are enough.
    for (let looks = 0; looks < 5; looks++) {
      if (shape?.fits(arrival.records)) {
        const { organizationId } = shape
        const receipt = await this.#intake.append(arrival, shape)
        if (receipt !== null) {
          const { answer, replayed } = receipt
          if (!replayed) this.#metrics.noteRecords(arrival.credential.kind, answer.inserted)
          return { answer, replayed, organizationId }
        }
      }
      const { organizationId, earlier, shape: present } = await this.#intake.standing(arrival)
      try {
        if (earlier !== null && arrival.idempotency !== null) {
          return { ...replay(arrival.idempotency, earlier), organizationId }
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
