import { meterExceeded } from '../../../../domain/plan/meter.ts'
import { periodOf } from '../../../../domain/plan/period.ts'
import type { TableSchema } from '../../../../domain/table/table-schema.ts'
import type { AppendedRecords, Arrival } from '../../../../ports/arrival/record-appender.ts'
import type { Clock } from '../../../../ports/clock.ts'
import type { Database } from '../../database.ts'
import { retryLostRace } from '../../lost-race.ts'
import { SharedCommits, type SharedCommitsOptions } from '../../shared-commits.ts'
import { sqlFunction } from '../../sql-function.ts'

/** A request with records that is about to be written. `json` holds its rows as JSON text. */
export interface Entry {
  readonly arrival: Arrival
  readonly tableSchema: TableSchema
  readonly json: string
  /**
   * Digests of the request's records, stored with its Idempotency-Key so that these records count as
   * delivered; a PostgreSQL array.
   */
  readonly contents?: string | null
}

export type Appended = AppendedRecords | null

/**
 * The part of a database connection that writing records needs; the pool and a single `WriteQueue` both have
 * it.
 */
export type Writer = Pick<Database, 'write'>

/**
 * The number of characters from which on a request's records count as large. Large requests are written side
 * by side, not on the shared connection.
 */
const largeEntry = 16 * 1024

/**
 * The number of characters of records that one commit of large requests takes, about five requests with 500 records
 * each. A commit costs PostgreSQL 0.4 ms beside its rows. A limit of 64 kB, and three commits in progress instead of
 * two, took 1.25 times the CPU time of PostgreSQL and 1.45 times that of the API for a request with 500 records.
 */
const maxBytesOfLargeCommit = 256 * 1024

/**
 * `AppendCommits` writes the records of several requests in one commit. Small requests share one connection,
 * on which the next commit already waits at the server while the current one is written to disk. So no round
 * trip lies between them, and they do not wait for each other's locks. Large requests run side by side on
 * other connections, because inserting their rows takes the time.
 */
export class AppendCommits<One extends Entry, Outcome> {
  readonly #singles: SharedCommits<One, Outcome>
  readonly #batches: SharedCommits<One, Outcome>

  constructor(
    { line, pool }: { readonly line: Writer; readonly pool: Writer },
    write: (connection: Writer, entries: readonly One[]) => Promise<readonly (Outcome | Error)[]>,
    options: Pick<SharedCommitsOptions<One, Outcome>, 'lockKeysOf' | 'hasWritten'>,
  ) {
    this.#singles = new SharedCommits(
      { inFlight: 2, maxPerCommit: 128, enough: 64, maxWaiting: 4_096, ...options },
      (entries) => write(line, entries),
    )
    this.#batches = new SharedCommits(
      {
        inFlight: 2,
        maxPerCommit: 16,
        enough: 1,
        maxWaiting: 512,
        weigh: (entry) => entry.json.length,
        maxWeightPerCommit: maxBytesOfLargeCommit,
        maxWeightWaiting: 64 * 1024 * 1024,
        ...options,
      },
      (entries) => write(pool, entries),
    )
  }

  submit(entry: One): Promise<Outcome> {
    const commits = entry.json.length < largeEntry ? this.#singles : this.#batches
    return commits.submit(entry)
  }
}

interface LeftOut {
  readonly entry: number
  readonly reason: 'stale' | 'seen' | 'claimed' | 'over_limit'
  readonly used: string | null
  readonly allowed: string | null
}

const appendEntries = sqlFunction('append_entries', 'p_now', 'p_period', 'p_lanes', 'p_entries', 'p_rows')

/**
 * The outcome of appending the records of a request. `claimed` means that nothing was written, because some
 * of the records may have been delivered before.
 */
export type AppendOutcome = Appended | 'claimed'

/** Writes the records of several requests in one commit, for tables without match columns. */
export async function writeAppends(
  connection: Writer,
  entries: readonly Entry[],
  clock: Clock,
): Promise<(AppendOutcome | Error)[]> {
  const lanes = new Lanes(entries)
  const claims = entries.some(({ contents = null }) => contents !== null)
  const call = appendEntries({
    p_now: clock.now(),
    p_period: periodOf(clock.realNow()),
    p_lanes: lanes.lists,
    p_entries: {
      ...lanes.entryLists,
      ...keyLists(entries),
      counts: entries.map(({ arrival }) => arrival.records.length),
      contents: claims ? entries.map(({ contents = null }) => contents) : null,
    },
    p_rows: lanes.rows,
  })
  const leftOut = await retryLostRace(entries.length, () => connection.write<LeftOut>(...call))
  const answers: (AppendOutcome | Error)[] = entries.map(({ arrival }) => ({
    answer: { inserted: arrival.records.length },
    replayed: false,
  }))
  for (const { entry: no, reason, used, allowed } of leftOut) {
    const entry = entries[no - 1]
    answers[no - 1] = reason === 'claimed' ? reason : null
    if (reason !== 'over_limit' || entry === undefined) continue
    const reading = { meter: 'records', limit: Number(allowed), used: Number(used) } as const
    answers[no - 1] = meterExceeded(reading, entry.arrival.records.length, clock.realNow()).for(
      entry.tableSchema.organizationId,
    )
  }
  return answers
}

/**
 * `Lanes` groups the requests (entries) that are written in one commit by credential, table and columns. SQL
 * then looks up the credential and the table once for each group, called a lane.
 */
export class Lanes<One extends Entry> {
  /**
   * The columns of all groups (lanes) as lists: credential, table, table version, and whether and by which
   * API key the records were entered with the management API.
   * Every SQL function that writes records of several requests takes them.
   */
  readonly lists = {
    digests: [] as string[],
    by_webhook_url: [] as boolean[],
    tables: [] as string[],
    versions: [] as number[],
    entered: null as (boolean | null)[] | null,
    actor_keys: null as (string | null)[] | null,
  }
  /** For each group (lane), the versions of the mappings that made its records; null if no mapping was read. */
  readonly mappings: (string | null)[] = []
  /** For each group (lane), the empty cells of a new record in columns for which its request has no value. */
  readonly blanks: (object | null)[] = []
  /**
   * For each request (entry), the number of its group (lane) and its request id, as two lists. Every SQL
   * function that writes records of several requests takes them.
   */
  readonly entryLists: { readonly lanes: readonly number[]; readonly requests: readonly string[] }
  /** The records of all requests as JSON text, with one array for each request. */
  readonly rows: string
  readonly #numbers = new Map<string, number>()

  constructor(entries: readonly One[], mappingsOf: (entry: One) => string | null = () => null) {
    this.entryLists = {
      lanes: entries.map((entry) => this.#of(entry, mappingsOf(entry))),
      requests: entries.map(({ arrival }) => arrival.requestId),
    }
    this.rows = `[${entries.map(({ json }) => json).join(',')}]`
  }

  /** Returns the number of the group (lane) of a request, counted from 1 as in SQL arrays. */
  #of({ arrival, tableSchema }: Entry, mappings: string | null): number {
    const { credential, entered } = arrival
    // Puts requests with patches (records that change only some columns) into a group of their own, because
    // they lack other columns than whole records.
    const by = entered === undefined ? 'source' : (entered.apiKeyId ?? 'user')
    const name = `${credential.digest} ${tableSchema.tableId} ${tableSchema.version} ${tableSchema.missingColumns} ${by} ${mappings ?? ''}`
    const cached = this.#numbers.get(name)
    if (cached !== undefined) return cached
    this.lists.digests.push(credential.digest)
    this.lists.by_webhook_url.push(credential.kind === 'webhookUrl')
    this.lists.tables.push(tableSchema.tableId)
    this.lists.versions.push(tableSchema.version)
    if (entered !== undefined) this.#noteEntered(this.mappings.length, entered)
    this.mappings.push(mappings)
    this.blanks.push(tableSchema.match === null ? null : tableSchema.blank)
    const number = this.mappings.length
    this.#numbers.set(name, number)
    return number
  }

  /** Notes that the records of a group (lane) were entered with the management API. */
  #noteEntered(lane: number, { apiKeyId }: NonNullable<Arrival['entered']>): void {
    this.lists.entered ??= []
    this.lists.actor_keys ??= []
    this.lists.entered[lane] = true
    this.lists.actor_keys[lane] = apiKeyId
  }
}

/**
 * Returns two lists with one item for each request: its Idempotency-Key and the fingerprint of its body. Null
 * in place of both lists if no request has a key.
 */
export function keyLists(entries: readonly Pick<Entry, 'arrival'>[]) {
  const keys = entries.map(({ arrival }) => arrival.idempotency)
  if (keys.every((key) => key === null)) return { keys: null, fingerprints: null }
  return {
    keys: keys.map((key) => key?.key ?? null),
    fingerprints: keys.map((key) => key?.fingerprint ?? null),
  }
}
