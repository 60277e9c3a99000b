import { asAnotherDelivery, claimsOf } from '../../domain/arrival/claims.ts'
import { ownMarks } from '../../domain/arrival/delivery/delivery-reading.ts'
import { deliveryIdInHeaders, type HeaderValues } from '../../domain/arrival/mapping/delivery-marks.ts'
import { splitByFit } from '../../domain/arrival/split-by-fit.ts'
import { TableBusy } from '../../domain/arrival/table-busy.ts'
import { DomainError } from '../../domain/errors.ts'
import { type Replayable, replay } from '../../domain/idempotency.ts'
import { attemptOptimistically, type StateOrResult } from '../../domain/optimistic.ts'
import { replayMarkOf, signedIdHeaderOf } from '../../domain/table/signature.ts'
import type { TableSchema } from '../../domain/table/table-schema.ts'
import type { Arrival, ArrivalFacts, RecordAppender } from '../../ports/arrival/record-appender.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Metrics } from '../../ports/metrics.ts'
import type { AppendReceipt } from '../../ports/table/records.ts'
import { type DeliveryProof, type RequestOf, withoutRequest } from './delivery-proof.ts'

/**
 * The headers and the digest of a request in the API's own format, by which a repeat of the request is
 * recognized.
 */
export interface OwnDelivery {
  /**
   * The request headers that may contain a delivery id; null if the request has none of them, which is usual.
   */
  readonly headers: HeaderValues | null
  /** Returns the digest of the bytes of the request body. */
  readonly digest: () => Promise<string>
  readonly requestOf: RequestOf
}

const unsignedDelivery: OwnDelivery = {
  headers: null,
  digest: async () => '',
  requestOf: withoutRequest,
}

interface AppendedOnce {
  readonly receipt: AppendReceipt
  /**
   * The number of records that earlier requests had already added. If that is all records, the receipt counts
   * them as inserted, or as unchanged in a table with match columns.
   */
  readonly repeated: number
  readonly isRepeat: boolean
  readonly isReplay: boolean
}

export interface Ingested extends Replayable<AppendReceipt> {
  readonly organizationId: string
  /** The number of records of the request that an earlier request had already added. */
  readonly repeated?: number
  /** Whether the table accepts any format. The responses of such a table have another form. */
  readonly acceptsAnyFormat: boolean
}

/** A request whose list of records is not yet checked; each item may be any JSON value. */
type UncheckedArrival = Omit<Arrival, 'records' | 'refused'> & { readonly records: readonly unknown[] }

type Looked = StateOrResult<TableSchema, Ingested>

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
    const { credential, records } = arrival
    const cached = this.#appender.cachedTable(arrival)
    return attemptOptimistically<TableSchema, Ingested>({
      first: cached?.fits(records) ? cached : null,
      attempt: async (tableSchema) => {
        // The cached tableSchema may have an outdated secret, so the function `look` decides about a bad signature.
        if (
          tableSchema === cached &&
          tableSchema.signature !== null &&
          !(await this.#proof.isGood(tableSchema, credential, delivery.requestOf))
        )
          return null
        const appended = await this.#append(arrival, [], tableSchema, delivery)
        if (appended === null) return null
        const { receipt: answer, isReplay: replayed, repeated } = appended
        if (appended.isRepeat) return this.#repeat(arrival, delivery, answer)
        if (!replayed) this.#metrics.noteRecords(credential.kind, answer.inserted)
        const { organizationId } = tableSchema
        return {
          answer,
          replayed,
          ...(repeated > 0 && { repeated }),
          organizationId,
          acceptsAnyFormat: tableSchema.acceptsAnyFormat,
        }
      },
      look: () =>
        this.#look(arrival, delivery, (tableSchema) => {
          tableSchema.assertFits(records)
          return { state: tableSchema }
        }),
    })
  }

  /**
   * Answers a request all of whose records were in the table already. Checks the credential first, because the append
   * recognizes repeats before it does.
   */
  async #repeat(arrival: Arrival, delivery: OwnDelivery, answer: AppendReceipt): Promise<Ingested | null> {
    const looked = await this.#look(arrival, delivery, (tableSchema) => {
      const { organizationId } = tableSchema
      return {
        result: {
          answer,
          replayed: true,
          organizationId,
          acceptsAnyFormat: tableSchema.acceptsAnyFormat,
        },
      }
    })
    return 'result' in looked ? looked.result : null
  }

  /**
   * Appends those records of a request that fit the table, and returns the reasons why the others do not. The
   * fitting records are one append: if they exceed the plan, none is inserted.
   */
  executeFitting(
    { records: candidates, ...command }: UncheckedArrival,
    delivery: OwnDelivery = unsignedDelivery,
  ): Promise<Ingested> {
    return attemptOptimistically<TableSchema, Ingested>({
      look: () =>
        this.#look({ ...command, records: [] }, delivery, (tableSchema) => {
          if (tableSchema.columns.length === 0) throw new DomainError('TABLE_HAS_NO_SCHEMA')
          return { state: tableSchema }
        }),
      attempt: async (tableSchema) => {
        const { fitting, places, refused } = splitByFit(candidates, tableSchema)
        const arrival = { ...command, records: fitting, refused }
        const appended = await this.#append(arrival, places, tableSchema, delivery)
        if (appended === null) return null
        const { isReplay: replayed } = appended
        const answer = { ...appended.receipt, results: refused }
        if (!replayed) this.#metrics.noteRecords(command.credential.kind, answer.inserted)
        return { answer, replayed, organizationId: tableSchema.organizationId, acceptsAnyFormat: false }
      },
    })
  }

  /**
   * Reads the facts about a request, and decides with them whether it is refused or was answered before. `decide`
   * decides for a table that the credential reaches.
   */
  async #look(
    arrival: Arrival,
    { requestOf }: OwnDelivery,
    decide: (tableSchema: TableSchema) => Looked,
  ): Promise<Looked> {
    const { credential, idempotency } = arrival
    const facts = await this.#appender.factsOf(arrival)
    const { organizationId, earlier, tableSchema } = facts
    try {
      if (tableSchema !== null) await this.#proof.assertGood(tableSchema, credential, requestOf)
      if (earlier !== null && idempotency !== null)
        return {
          result: {
            ...replay(idempotency, earlier),
            organizationId,
            acceptsAnyFormat: tableSchema?.acceptsAnyFormat ?? false,
          },
        }
      if (tableSchema === null)
        throw DomainError.withoutTrace('NOT_FOUND', { message: 'Data table not found' })
      return decide(tableSchema)
    } catch (error) {
      throw refusedBy(facts, error)
    }
  }

  async #append(
    arrival: Arrival,
    places: readonly number[],
    tableSchema: TableSchema,
    delivery: OwnDelivery,
  ): Promise<AppendedOnce | null> {
    try {
      return await this.#appendOnce(arrival, places, tableSchema, delivery)
    } catch (error) {
      if (error instanceof TableBusy) error.isOpen = tableSchema.acceptsAnyFormat
      throw error instanceof DomainError ? error.for(tableSchema.organizationId) : error
    }
  }

  /**
   * Appends each record of a request in the API's own format once. `places` has the positions of the records in the
   * request; if it is empty, the records are all items of the request. A request without a delivery id stores no claims
   * (marks that recognize repeats), which would lower the request rate by a tenth. Tables whose signature preset
   * identifies a delivery only by its bytes always store claims. Returns null in the same cases as
   * `RecordAppender.append`. Throws IDEMPOTENCY_KEY_REUSED if a delivery id was used with other content, unless such a
   * record can be added separately.
   */
  async #appendOnce(
    arrival: Arrival,
    places: readonly number[],
    tableSchema: TableSchema,
    delivery: OwnDelivery,
  ): Promise<AppendedOnce | null> {
    const { credential, records } = arrival
    const mark = credential.kind === 'webhookUrl' ? replayMarkOf(tableSchema.signature) : null
    const headers = delivery.headers ?? {}
    const deliveryId = deliveryIdInHeaders(headers, signedIdHeaderOf(tableSchema.signature))
    if (records.length === 0 || (deliveryId === null && mark?.by !== 'bytes')) {
      const receipt = await this.#appender.append(arrival, tableSchema)
      return receipt && { receipt: receipt.answer, repeated: 0, isRepeat: false, isReplay: receipt.replayed }
    }
    const digest = mark?.by === 'bytes' ? await delivery.digest() : ''
    const claimed = { digest, receivedAt: this.#clock.now(), source: credential.kind }
    let left = records.map((record, at) => {
      const marks = ownMarks(record, places[at] ?? at, deliveryId)
      return { record, from: deliveryId?.from ?? null, claims: claimsOf(marks, claimed, tableSchema) }
    })
    let repeated = 0
    while (left.length > 0) {
      const remaining = left.map(({ record }) => record)
      const claims = left.map((one) => one.claims)
      const admission = {
        arrival: { ...arrival, records: remaining },
        claims,
        mappingVersions: null,
        settlement: null,
      }
      const admitted = await this.#appender.admit(admission, tableSchema)
      if (admitted === null || admitted.outcome === 'settled') return null
      if (admitted.outcome === 'appended')
        return {
          receipt: withRepeated(admitted.receipt, repeated),
          repeated,
          isRepeat: false,
          isReplay: false,
        }
      const addedPlaces = new Set(admitted.places)
      const others = new Set(admitted.others)
      repeated += addedPlaces.size
      left = left
        .map((one, at) => (others.has(at) ? anotherOf(one, tableSchema) : one))
        .filter((_, at) => !addedPlaces.has(at))
    }
    return { receipt: repeatReceipt(records.length, tableSchema), repeated, isRepeat: true, isReplay: true }
  }
}

/**
 * Holds for the error of each refused request the facts that were read from the database. Storing the request needs
 * the same facts, and a second read would double the time of a refusal.
 */
const factsOf = new WeakMap<DomainError, ArrivalFacts>()

/** Notes the facts because of which a request is refused, and returns its error. */
function refusedBy(facts: ArrivalFacts, error: unknown): unknown {
  if (!(error instanceof DomainError)) return error
  factsOf.set(error, facts)
  return error.for(facts.organizationId)
}

/** Returns the facts because of which a request with records was refused; null if they were not looked up. */
export function factsOfRefusal(error: unknown): ArrivalFacts | null {
  return error instanceof DomainError ? (factsOf.get(error) ?? null) : null
}

/**
 * Returns a record with new claims, so that it is added although its delivery id was used with other content.
 * Throws IDEMPOTENCY_KEY_REUSED for an `Idempotency-Key` header, and for an open table, which holds the
 * request instead.
 */
function anotherOf<
  One extends { readonly from: string | null; readonly claims: ReturnType<typeof claimsOf> },
>(one: One, { acceptsAnyFormat }: TableSchema): One {
  if (one.from === 'idempotencyKey' || acceptsAnyFormat) throw new DomainError('IDEMPOTENCY_KEY_REUSED')
  return { ...one, claims: asAnotherDelivery(one.claims) }
}

function withRepeated(receipt: AppendReceipt, repeated: number): AppendReceipt {
  return receipt.unchanged === undefined ? receipt : { ...receipt, unchanged: receipt.unchanged + repeated }
}

/** Returns the receipt of a request whose records were all added by earlier requests. */
function repeatReceipt(count: number, { match }: TableSchema): AppendReceipt {
  return match === null ? { inserted: count } : { inserted: 0, updated: 0, unchanged: count }
}
