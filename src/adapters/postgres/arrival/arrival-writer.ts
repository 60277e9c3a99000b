import type { StoredArrival } from '../../../domain/arrival/arrival.ts'
import { type ArrivalBounds, rowBytes, tooManyHeldArrivals } from '../../../domain/arrival/arrival-bounds.ts'
import type { Claim } from '../../../domain/arrival/claims.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Metrics } from '../../../ports/metrics.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { Database } from '../database.ts'
import { SharedCommits } from '../shared-commits.ts'
import { hexOf, sqlFunction } from '../sql-function.ts'
import { claimKey } from './flush/admission-values.ts'
import { RefusalWriter } from './refusal-writer.ts'
import { sealArrivalBody } from './sealed-body.ts'

type Outcome = 'kept' | 'full' | 'duplicate' | 'gone'

interface Entry {
  readonly arrival: StoredArrival
  readonly claim: Claim | null
  readonly body: Buffer | null
}

const keepArrivals = sqlFunction('keep_arrivals', 'p_most', 'p_arrivals', 'p_bodies', 'p_claims')

/** `ArrivalWriter` stores new arrivals. Arrivals of several requests share a commit. */
export class ArrivalWriter {
  readonly #database: Database
  readonly #sealing: Sealing
  readonly bounds: ArrivalBounds
  readonly #commits: SharedCommits<Entry, Outcome>
  readonly #soon: RefusalWriter

  constructor(database: Database, sealing: Sealing, bounds: ArrivalBounds, metrics: Metrics) {
    this.#database = database
    this.#sealing = sealing
    this.bounds = bounds
    this.#commits = new SharedCommits(
      {
        inFlight: 2,
        maxPerCommit: 64,
        enough: 32,
        maxWaiting: 4_096,
        weigh: ({ body }) => body?.length ?? 0,
        maxWeightPerCommit: 1024 * 1024,
        maxWeightWaiting: 64 * 1024 * 1024,
        hasWritten: (outcome) => outcome === 'kept',
        lockKeysOf: ({ arrival, claim }) =>
          claim === null ? [] : [`${arrival.dataTableId} ${claim.text} ${claim.place}`],
      },
      (entries) => this.#write(entries),
    )
    this.#soon = new RefusalWriter(async (arrivals) => {
      const entries = await Promise.all(
        arrivals.map(({ arrival, complete }) => this.#entryOf(complete(arrival), null)),
      )
      const outcomes = await this.#write(entries)
      return outcomes.filter((outcome) => outcome === 'kept').length
    }, metrics)
    database.onSettle(() => this.#soon.settled())
  }

  async keep(arrival: StoredArrival, claim: Claim | null): Promise<'kept' | 'duplicate'> {
    const outcome = await this.#commits.submit(await this.#entryOf(arrival, claim))
    if (outcome === 'full') throw tooManyHeldArrivals().for(arrival.organizationId)
    if (outcome === 'gone') throw new DomainError('OVERLOADED').for(arrival.organizationId)
    return outcome
  }

  keepSoon(arrival: StoredArrival, complete: (arrival: StoredArrival) => StoredArrival): void {
    this.#soon.add({ arrival, complete })
  }

  async #entryOf(arrival: StoredArrival, claim: Claim | null): Promise<Entry> {
    const { body, id } = arrival
    return { arrival, claim, body: body && (await sealArrivalBody(body, id, this.#sealing)) }
  }

  async #write(entries: readonly Entry[]): Promise<Outcome[]> {
    const arrivals = entries.map(({ arrival }) => arrival)
    const call = keepArrivals({
      p_most: this.bounds.maxBytes,
      p_arrivals: {
        ids: arrivals.map(({ id }) => id),
        organizations: arrivals.map(({ organizationId }) => organizationId),
        tables: arrivals.map(({ dataTableId }) => dataTableId),
        states: arrivals.map(({ status }) => status),
        codes: arrivals.map(({ code }) => code),
        formats: arrivals.map(({ format }) => format),
        mappings: arrivals.map(({ mappingId }) => mappingId),
        api_keys: arrivals.map(({ apiKeyId }) => apiKeyId),
        requests: arrivals.map(({ requestId }) => requestId),
        records: arrivals.map(({ records }) => records),
        accepted: arrivals.map(({ accepted }) => accepted),
        times: arrivals.map(({ receivedAt }) => receivedAt),
        sizes: entries.map(({ body }) => rowBytes + (body?.length ?? 0)),
        facts: arrivals.map(({ reasons, heldPositions, recordsRoot }) => ({
          reasons,
          heldPositions,
          recordsRoot,
        })),
      },
      p_bodies: entries.map(({ body }) => body),
      p_claims: {
        keys: entries.map(({ claim }) => claim && hexOf(claimKey(claim))),
        times: entries.map(({ claim }) => claim?.at ?? null),
        seconds: entries.map(({ claim }) => claim?.seconds ?? null),
      },
    })
    const rows = await this.#database.write<{ entry: number; outcome: Outcome }>(...call)
    const outcomes = new Map(rows.map(({ entry, outcome }) => [entry, outcome]))
    return entries.map((_, index) => outcomes.get(index + 1) ?? 'full')
  }
}
