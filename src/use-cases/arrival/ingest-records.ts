import { DomainError } from '../../domain/errors.ts'
import { type Replayable, replay } from '../../domain/idempotency.ts'
import { attemptOptimistically } from '../../domain/optimistic.ts'
import type { TableShape } from '../../domain/table/table-shape.ts'
import type { Arrival, ArrivalFacts, RecordAppender } from '../../ports/arrival/record-appender.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Metrics } from '../../ports/metrics.ts'
import type { AppendReceipt } from '../../ports/table/records.ts'
import { type AppendedOnce, appendOnce, type OwnDelivery, unsignedDelivery } from './append-once.ts'
import type { DeliveryProof } from './delivery-proof.ts'

export interface Ingested extends Replayable<AppendReceipt> {
  readonly organizationId: string
  /** The number of records of the request that an earlier request had already added. */
  readonly repeated?: number
  /** `open` if the table is open, whose responses have another format; undefined for a strict table. */
  readonly intake?: 'open' | undefined
}

/** Appends the records of a request to a data table, authenticated by an API key or the table's own token. */
export class IngestRecords {
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

  /**
   * Appends the records of a request. A repeat of the request appends nothing if it has a delivery id, or if
   * its signature identifies it.
   */
  async execute(arrival: Arrival, delivery: OwnDelivery = unsignedDelivery): Promise<Ingested> {
    const { requestOf } = delivery
    const { credential, idempotency, records } = arrival
    const cached = this.#appender.cachedTable(arrival)
    // The result of the last attempt if all records were in the table already; otherwise null.
    let repeat: AppendedOnce | null = null
    return attemptOptimistically<TableShape, Ingested>({
      first: cached?.fits(records) ? cached : null,
      attempt: async (shape) => {
        // The cached shape may have an outdated secret, so the function `look` decides about a bad signature.
        if (
          shape === cached &&
          shape.signature !== null &&
          !(await this.#proof.isGood(shape, credential, requestOf))
        )
          return null
        const appended = await this.#append(arrival, shape, delivery)
        repeat = appended?.isRepeat ? appended : null
        // A repeated request is not answered at once, because the append recognizes repeats before it checks
        // the credential. The function `look` below checks the credential first.
        if (appended === null || appended.isRepeat) return null
        const { receipt: answer, isReplay: replayed, repeated } = appended
        if (!replayed) this.#metrics.noteRecords(credential.kind, answer.inserted)
        const { organizationId } = shape
        return { answer, replayed, ...(repeated > 0 && { repeated }), organizationId, intake: openOf(shape) }
      },
      look: async () => {
        const facts = await this.#appender.factsOf(arrival)
        const { organizationId, earlier, shape } = facts
        try {
          if (shape !== null && shape.signature !== null)
            await this.#proof.assertGood(shape, credential, requestOf)
          if (earlier !== null && idempotency !== null)
            return { result: { ...replay(idempotency, earlier), organizationId, intake: openOf(shape) } }
          if (shape === null) throw DomainError.withoutTrace('NOT_FOUND', { message: 'Data table not found' })
          if (repeat !== null) {
            const { receipt: answer } = repeat
            return { result: { answer, replayed: true, organizationId, intake: openOf(shape) } }
          }
          shape.assertFits(records)
          return { state: shape }
        } catch (error) {
          throw refusedBy(facts, error)
        }
      },
    })
  }

  async #append(arrival: Arrival, shape: TableShape, delivery: OwnDelivery): Promise<AppendedOnce | null> {
    const own = { arrival, places: [] }
    try {
      return await appendOnce(this.#appender, own, shape, delivery, this.#clock.now())
    } catch (error) {
      throw error instanceof DomainError ? error.for(shape.organizationId) : error
    }
  }
}

/**
 * Holds for the error of each refused request the facts that were read from the database. Storing the request needs
 * the same facts, and a second read would double the time of a refusal.
 */
const factsOf = new WeakMap<DomainError, ArrivalFacts>()

/** Notes the facts because of which a request is refused, and returns its error. */
export function refusedBy(facts: ArrivalFacts, error: unknown): unknown {
  if (!(error instanceof DomainError)) return error
  factsOf.set(error, facts)
  return error.for(facts.organizationId)
}

/** Returns the facts because of which a request with records was refused; null if they were not looked up. */
export function factsOfRefusal(error: unknown): ArrivalFacts | null {
  return error instanceof DomainError ? (factsOf.get(error) ?? null) : null
}

function openOf(shape: TableShape | null): 'open' | undefined {
  return shape?.intake === 'open' ? shape.intake : undefined
}
