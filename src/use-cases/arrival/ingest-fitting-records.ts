import { splitByFit } from '../../domain/arrival/split-by-fit.ts'
import { DomainError } from '../../domain/errors.ts'
import { replay } from '../../domain/idempotency.ts'
import { attemptOptimistically } from '../../domain/optimistic.ts'
import type { TableShape } from '../../domain/table/table-shape.ts'
import type { Arrival, RecordAppender } from '../../ports/arrival/record-appender.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Metrics } from '../../ports/metrics.ts'
import { appendOnce, type OwnDelivery, unsignedDelivery } from './append-once.ts'
import type { DeliveryProof } from './delivery-proof.ts'
import { type Ingested, refusedBy } from './ingest-records.ts'

export interface IngestFittingRecordsCommand extends Omit<Arrival, 'records' | 'refused'> {
  /** The items of the request's list of records, not yet checked; each may be any JSON value. */
  readonly records: readonly unknown[]
}

/**
 * Appends those records of a request that fit the table, and returns the reasons why the others do not. The
 * fitting records are one append: if they exceed the plan, none is inserted.
 */
export class IngestFittingRecords {
  readonly #appender: RecordAppender
  readonly #proof: DeliveryProof
  readonly #clock: Clock
  readonly #metrics: Metrics

  constructor(appender: RecordAppender, proof: DeliveryProof, clock: Clock, metrics: Metrics) {
    this.#appender = appender
    this.#proof = proof
    this.#clock = clock
    this.#metrics = metrics
  }

  async execute(
    { records: candidates, ...command }: IngestFittingRecordsCommand,
    delivery: OwnDelivery = unsignedDelivery,
  ): Promise<Ingested> {
    return attemptOptimistically<TableShape, Ingested>({
      look: async () => {
        const facts = await this.#appender.factsOf({ ...command, records: [] })
        const { organizationId, earlier, shape } = facts
        try {
          if (shape !== null) await this.#proof.assertGood(shape, command.credential, delivery.requestOf)
          if (earlier !== null && command.idempotency !== null)
            return { result: { ...replay(command.idempotency, earlier), organizationId } }
          if (shape === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
          if (shape.columns.length === 0) throw new DomainError('TABLE_HAS_NO_SCHEMA')
          return { state: shape }
        } catch (error) {
          throw refusedBy(facts, error)
        }
      },
      attempt: async (shape) => {
        const { fitting, places, refused } = splitByFit(candidates, shape)
        const own = { arrival: { ...command, records: fitting, refused }, places }
        const appended = await appendOnce(this.#appender, own, shape, delivery, this.#clock.now())
        if (appended === null) return null
        const { isReplay: replayed } = appended
        const answer = { ...appended.receipt, results: refused }
        if (!replayed) this.#metrics.noteRecords(command.credential.kind, answer.inserted)
        return { answer, replayed, organizationId: shape.organizationId }
      },
    })
  }
}
