import type { Credential } from '../../domain/account/api-keys/credential.ts'
import {
  type ArrivalBody,
  type ArrivalReason,
  maxReasons,
  type StoredArrival,
  unverified,
} from '../../domain/arrival/arrival.ts'
import type { StoredStatus } from '../../domain/arrival/arrival-status.ts'
import { type Claim, heldClaimOf } from '../../domain/arrival/claims.ts'
import { type DeliveryReading, reasonsOfError } from '../../domain/arrival/delivery/delivery-reading.ts'
import { DomainError } from '../../domain/errors.ts'
import { timeOfId } from '../../domain/id.ts'
import { attemptOptimistically } from '../../domain/optimistic.ts'
import type { TableSchema } from '../../domain/table/table-schema.ts'
import type { ArrivalStore } from '../../ports/arrival/arrivals.ts'
import type { ArrivalFacts, RecordAppender } from '../../ports/arrival/record-appender.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Metrics } from '../../ports/metrics.ts'
import type { Timers } from '../../ports/timers.ts'
import {
  type AdmissionAttempt,
  attemptAdmission,
  isTableUnchanged,
  mayHaveWritten,
} from './admission-attempt.ts'
import { type AdmissionOutcome, AdmissionRun } from './admission-run.ts'
import type { DeliveryProof, RequestOf } from './delivery-proof.ts'
import type { DeliveryReader } from './delivery-reader.ts'
import type { AutomaticMapping } from './mapping/automatic-mapping.ts'

/**
 * A request with records that the quick check cannot accept at once, for example because the format of its
 * body is unknown.
 */
export interface SlowPathRequest {
  readonly credential: Credential
  /** The table that the request names; null if it uses a table's own token, or names no table. */
  readonly dataTableId: string | null
  /** The facts because of which the request was refused; null if they were not looked up. */
  readonly facts: ArrivalFacts | null
  /** Returns the error code and the reasons with which a strict or an open table refuses the request. */
  readonly refusal: (
    acceptsAnyFormat: boolean,
  ) => Promise<{ readonly code: string; readonly reasons: readonly ArrivalReason[] }>
  /** Reads the body of the request; null if the connection ended before the body was complete. */
  readonly body: () => Promise<ArrivalBody | null>
  /** Returns whether the source sent the request only to test that the webhook URL responds. */
  readonly isGreeting: (body: ArrivalBody | null) => boolean
  readonly requestId: string
  /** Returns the original bytes and headers of the request, to verify its signature. */
  readonly requestOf: RequestOf
}

/** A request body that was read by the present columns and mappings of the table. */
interface ReadDelivery {
  readonly tableSchema: TableSchema
  readonly reading: DeliveryReading
}

interface AttemptedDelivery extends ReadDelivery {
  readonly outcome: Exclude<AdmissionOutcome, 'stale'>
}

/** The result of a request to an open table: the numbers of accepted, held, repeated and ignored records. */
export interface Taken {
  readonly organizationId: string
  readonly accepted: number
  readonly held: number
  readonly duplicate: number
  readonly ignored: number
  /** The id of the arrival that holds the records that do not fit; null if no record is held. */
  readonly arrivalId: string | null
}

/** The result of a refused request. */
export interface RefusedArrival {
  /** Whether the table of the request accepts any format; false if there is no table. */
  readonly acceptsAnyFormat: boolean
}

/** The response to a source that checks whether the table knows the shared secret. */
export interface ProofRequested {
  readonly proof: Readonly<Record<string, string>>
}

/**
 * The longest time in milliseconds that a request waits until its records are in the table. After that the
 * source gets its response, and the records are still added.
 */
const patienceMs = 1_000

/**
 * Takes requests with records that the quick check cannot accept at once. An open table adds or holds the
 * records; a strict table refuses the request and stores it.
 */
export class TakeArrival {
  readonly #appender: RecordAppender
  readonly #arrivals: ArrivalStore
  readonly #reader: DeliveryReader
  readonly #proof: DeliveryProof
  readonly #automaticMapping: AutomaticMapping
  readonly #ids: Ids
  readonly #metrics: Metrics
  readonly #timers: Timers

  constructor(
    appender: RecordAppender,
    arrivals: ArrivalStore,
    reader: DeliveryReader,
    proof: DeliveryProof,
    automaticMapping: AutomaticMapping,
    ids: Ids,
    metrics: Metrics,
    timers: Timers,
  ) {
    this.#appender = appender
    this.#arrivals = arrivals
    this.#reader = reader
    this.#proof = proof
    this.#automaticMapping = automaticMapping
    this.#ids = ids
    this.#metrics = metrics
    this.#timers = timers
  }

  /**
   * Takes the request: adds its records, or holds or refuses its body. An invalid credential is refused
   * before any other error.
   */
  async execute(unfit: SlowPathRequest): Promise<Taken | RefusedArrival | 'greeted' | ProofRequested> {
    const attempt = await this.#attempt(unfit)
    const quickly = attempt && this.#takenBy(attempt, unfit)
    if (quickly !== null) return quickly
    const facts = unfit.facts ?? (await this.#lookUpFacts(unfit))
    const { tableSchema } = facts
    const body = await unfit.body()
    if (tableSchema !== null && body !== null && attempt !== null && mayHaveWritten(attempt))
      return this.#take(unfit, facts, tableSchema, body, attempt)
    if (unfit.isGreeting(body)) return 'greeted'
    if (tableSchema !== null && tableSchema.signature !== null) {
      const proof = await this.#proof.answerTo(tableSchema, unfit.credential, unfit.requestOf)
      if (proof !== null) return { proof }
      if (!(await this.#proof.isGood(tableSchema, unfit.credential, unfit.requestOf)))
        return this.#takeUnverified(unfit, facts, tableSchema, body)
    }
    if (tableSchema?.acceptsAnyFormat && body !== null)
      return this.#take(unfit, facts, tableSchema, body, attempt)
    return this.#refuse(unfit, facts, body)
  }

  /**
   * Tries to add the records of a request by cached data. Returns null if nothing is cached, or if the
   * database must be queried first.
   */
  async #attempt(unfit: SlowPathRequest): Promise<AdmissionAttempt | null> {
    const { credential, dataTableId } = unfit
    const tableSchema = this.#appender.cachedSchema({ credential, dataTableId })
    if (tableSchema === null || !tableSchema.acceptsAnyFormat || tableSchema.signature !== null) return null
    const body = await unfit.body()
    if (body === null || mayBeGreeting(unfit, body)) return null
    return attemptAdmission(body, tableSchema, this.#reader, () => this.#newRun(unfit, body))
  }

  /**
   * Returns the result if the attempt with cached data has added all records; null if the database must be
   * queried.
   */
  #takenBy(attempt: AdmissionAttempt, { credential }: SlowPathRequest): Taken | null {
    const { tried, cached } = attempt
    if (tried?.outcome !== 'done' || tried.run.waiting.size > 0) return null
    const { organizationId } = cached.table
    const { accepted, duplicates: duplicate } = tried.run
    // Returns null if earlier requests have already added all records. The cached mapping and credential may
    // be outdated, so the facts of the database decide before the response.
    if (accepted === 0) return null
    this.#metrics.noteRecords(credential.kind, accepted)
    if (duplicate > 0) this.#metrics.noteArrival('duplicate', duplicate)
    return { organizationId, accepted, held: 0, duplicate, ignored: 0, arrivalId: null }
  }

  #newRun({ credential, dataTableId, requestId }: SlowPathRequest, { digest }: ArrivalBody): AdmissionRun {
    const arrivalId = this.#ids.next()
    const receivedAt = timeOfId(arrivalId)
    const { kind: source } = credential
    const consignment = {
      credential,
      source,
      dataTableId,
      requestId,
      arrivalId,
      receivedAt,
      digest,
      storedArrival: null,
    }
    return new AdmissionRun(this.#appender, consignment, { timers: this.#timers, milliseconds: patienceMs })
  }

  #lookUpFacts({ credential, dataTableId, requestId }: SlowPathRequest): Promise<ArrivalFacts> {
    return this.#appender.factsOf({ credential, dataTableId, records: [], idempotency: null, requestId })
  }

  async #refuse(
    unfit: SlowPathRequest,
    facts: ArrivalFacts,
    body: ArrivalBody | null,
  ): Promise<RefusedArrival> {
    const acceptsAnyFormat = facts.tableSchema?.acceptsAnyFormat ?? false
    const { code, reasons } = await unfit.refusal(acceptsAnyFormat)
    const refused = this.#newArrival(unfit, facts, 'refused', body, { code, reasons })
    this.#arrivals.keepSoon(refused, (arrival) => ({ ...arrival, ...this.#reader.lookAt(body) }))
    this.#metrics.noteArrival('refused', 1)
    return { acceptsAnyFormat }
  }

  /**
   * Processes a request without a valid signature: holds it until a user admits it, if the table allows that;
   * otherwise refuses it.
   */
  async #takeUnverified(
    unfit: SlowPathRequest,
    facts: ArrivalFacts,
    table: TableSchema,
    body: ArrivalBody | null,
  ): Promise<Taken> {
    const { organizationId } = facts
    const error = new DomainError('INVALID_SIGNATURE')
    if (table.onBadSignature === 'refuse' || body === null) {
      await this.#refuse(
        { ...unfit, refusal: async () => ({ code: error.code, reasons: reasonsOfError(error) }) },
        facts,
        body,
      )
      throw error.for(organizationId)
    }
    const reasons = [{ code: unverified, message: error.message }]
    const heldArrival = this.#newArrival(unfit, facts, 'held', body, { code: unverified, reasons })
    const claim = {
      // Identifies an unsigned request by another claim than a signed one. Otherwise a real request would
      // count as a repeat of a forged one and be lost.
      text: `unverified\n${body.digest}`,
      place: null,
      content: null,
      seconds: table.duplicateWindowSeconds,
      at: heldArrival.receivedAt,
    }
    const nothing = { organizationId, accepted: 0, held: 0, duplicate: 0, ignored: 0, arrivalId: null }
    const looked = { ...heldArrival, ...this.#reader.lookAt(body) }
    if ((await this.#arrivals.keep(looked, claim)) === 'duplicate') return { ...nothing, duplicate: 1 }
    this.#metrics.noteArrival('held', 1)
    return { ...nothing, held: 1, arrivalId: heldArrival.id }
  }

  async #take(
    unfit: SlowPathRequest,
    facts: ArrivalFacts,
    table: TableSchema,
    body: ArrivalBody,
    attempt: AdmissionAttempt | null,
  ): Promise<Taken> {
    const { organizationId } = facts
    const { credential } = unfit
    const tried = attempt?.tried ?? null
    const isSame = attempt !== null && isTableUnchanged(attempt, table, facts)
    const holds = tried?.outcome === 'late' || (tried?.outcome === 'done' && isSame)
    // Creates the run, and with it the arrival's id, before the body is read, because arrivals are admitted in the
    // order of their ids.
    const run = holds || (tried !== null && tried.run.accepted > 0) ? tried.run : this.#newRun(unfit, body)
    const { arrivalId: id, receivedAt } = run
    let first =
      attempt !== null && (isSame || holds) ? attempt.cached.reading : await this.#reader.read(body, table)
    const isUnknown = first.reasons[0]?.code === 'UNKNOWN_FORMAT'
    const learnt = isUnknown ? await this.#automaticMapping.learn(body, table) : []
    if (learnt === 'mapped') first = await this.#reader.read(body, table)
    const nothing = { organizationId, accepted: 0, held: 0, duplicate: 0, ignored: 0, arrivalId: null }
    if (first.isPing) return nothing
    const { tableSchema, reading, outcome } = holds
      ? { tableSchema: table, reading: first, outcome: tried.outcome }
      : await attemptOptimistically<ReadDelivery, AttemptedDelivery>({
          first: { tableSchema: table, reading: first },
          attempt: async (read) => {
            const admitted = await run.through(read.tableSchema, read.reading)
            return admitted === 'stale' ? null : { ...read, outcome: admitted }
          },
          look: async () => {
            const { tableSchema: present } = await this.#lookUpFacts(unfit)
            if (present === null) throw new DomainError('OVERLOADED')
            return { state: { tableSchema: present, reading: await this.#reader.read(body, present) } }
          },
        })
    const { accepted, duplicates, ignored } = run
    if (accepted > 0) this.#metrics.noteRecords(credential.kind, accepted)
    if (ignored > 0) this.#metrics.noteArrival('ignored', 1)
    const taken = { ...nothing, accepted, duplicate: duplicates, ignored }
    if (reading.items !== null && run.waiting.size === 0) {
      if (accepted + duplicates === 0 && ignored > 0) this.#noteIgnored(unfit, facts, reading)
      if (duplicates > 0) this.#metrics.noteArrival('duplicate', duplicates)
      return taken
    }
    const { waiting } = run
    const notMapped = learnt !== 'mapped' && reading.reasons[0]?.code === 'UNKNOWN_FORMAT' ? learnt : []
    const reasons = (
      waiting.size === 0 ? [...reading.reasons, ...notMapped] : [...waiting.values()].flat()
    ).slice(0, maxReasons)
    const held = Math.max(waiting.size, 1)
    const heldArrival: StoredArrival = {
      ...this.#newArrival(unfit, facts, outcome === 'late' ? 'received' : 'held', body, {
        code: reasons[0]?.code ?? null,
        reasons,
      }),
      id,
      receivedAt,
      format: reading.format,
      mappingId: reading.mappingId,
      records: waiting.size === 0 ? null : run.records,
      accepted,
      // A late commit may still add any of the records.
      heldPositions: outcome === 'late' ? [...waiting.keys()] : run.heldPositions,
      recordsRoot: waiting.size === 0 ? null : run.recordsRoot,
    }
    if ((await this.#keep(heldArrival, heldClaimOf(body, receivedAt, tableSchema))) === 'duplicate') {
      this.#metrics.noteArrival('duplicate', held + duplicates)
      return { ...taken, duplicate: duplicates + held }
    }
    this.#metrics.noteArrival('held', 1)
    return { ...taken, held, arrivalId: heldArrival.id }
  }

  /**
   * Stores an arrival with its body, unless its claim is taken. A received arrival is stored in any case, because the
   * arrival that has the claim may have been discarded; the claims of the records prevent that both add them.
   */
  async #keep(arrival: StoredArrival, claim: Claim): Promise<'kept' | 'duplicate'> {
    const outcome = await this.#arrivals.keep(arrival, claim)
    return outcome === 'duplicate' && arrival.status === 'received'
      ? this.#arrivals.keep(arrival, null)
      : outcome
  }

  /** Stores an ignored arrival without its body, because nothing reads the body later. */
  #noteIgnored(unfit: SlowPathRequest, facts: ArrivalFacts, reading: DeliveryReading): void {
    const ignored = this.#newArrival(unfit, facts, 'ignored', null, { code: null, reasons: [] })
    const { format, mappingId, items } = reading
    this.#arrivals.keepSoon(
      { ...ignored, format, mappingId, records: items?.length ?? null },
      (arrival) => arrival,
    )
  }

  #newArrival(
    { requestId }: SlowPathRequest,
    { organizationId, apiKeyId, tableSchema }: ArrivalFacts,
    status: StoredStatus,
    body: ArrivalBody | null,
    { code, reasons }: Pick<StoredArrival, 'code' | 'reasons'>,
  ): StoredArrival {
    const id = this.#ids.next()
    return {
      id,
      organizationId,
      dataTableId: tableSchema?.tableId ?? null,
      receivedAt: timeOfId(id),
      status,
      code,
      reasons,
      format: null,
      mappingId: null,
      apiKeyId,
      requestId,
      records: null,
      accepted: 0,
      heldPositions: null,
      recordsRoot: null,
      body,
      revision: 1,
    }
  }
}

/**
 * Returns whether the request may be a source's test of the webhook URL. If the check fails with an error, it
 * may be one; the credential is checked before that matters.
 */
function mayBeGreeting(unfit: SlowPathRequest, body: ArrivalBody): boolean {
  try {
    return unfit.isGreeting(body)
  } catch {
    return true
  }
}
