import type { TableShape } from '../../../../domain/table/table-shape.ts'
import type { AppendedRecords, Arrival } from '../../../../ports/arrival/record-appender.ts'
import type { Database } from '../../database.ts'
import { SharedCommits, type SharedCommitsOptions } from '../../shared-commits.ts'

/** A request with records that is about to be written. `json` holds its rows as JSON text. */
export interface Entry {
  readonly arrival: Arrival
  readonly shape: TableShape
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
const mostInLargeCommit = 256 * 1024

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
      { inFlight: 2, mostPerCommit: 128, enough: 64, mostWaiting: 4_096, ...options },
      (entries) => write(line, entries),
    )
    this.#batches = new SharedCommits(
      {
        inFlight: 2,
        mostPerCommit: 16,
        enough: 1,
        mostWaiting: 512,
        weigh: (entry) => entry.json.length,
        mostWeightPerCommit: mostInLargeCommit,
        mostWeightWaiting: 64 * 1024 * 1024,
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
