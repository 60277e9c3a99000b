import type { Replayable } from '../../../../domain/idempotency.ts'
import type { TableShape } from '../../../../domain/table/table-shape.ts'
import type { Arrival, Receipt } from '../../../../ports/arrival/record-intake.ts'
import type { Database } from '../../database.ts'
import { SharedCommits, type SharedCommitsOptions } from '../../shared-commits.ts'

/** An arrival on its way into a flush, with its rows as they go to the database. */
export interface Entry {
  readonly arrival: Arrival
  readonly shape: TableShape
  readonly json: string
  /** Digests of the records that the row of the Idempotency-Key claims, as an array of PostgreSQL. */
  readonly contents?: string | null
}

export type Appended = Replayable<Receipt> | null

/** What a flush needs of a connection, be it one of the pool or the line. */
export type Writer = Pick<Database, 'write'>

/** From this many characters on an entry counts as a batch. */
const largeEntry = 16 * 1024

/**
 * Small entries share one connection, on which the next commit stands in line behind the one that is
 * on its way to the disk: no round trip between them, and no waiting for each other's locks. Large
 * ones go side by side, because there the work is in the rows.
 */
export class IntakeCommits<One extends Entry, Outcome> {
  readonly #singles: SharedCommits<One, Outcome>
  readonly #batches: SharedCommits<One, Outcome>

  constructor(
    { line, pool }: { readonly line: Writer; readonly pool: Writer },
    write: (connection: Writer, entries: readonly One[]) => Promise<readonly (Outcome | Error)[]>,
    options: Pick<SharedCommitsOptions<One, Outcome>, 'claimsOf' | 'hasWritten'>,
  ) {
    this.#singles = new SharedCommits(
      { inFlight: 2, mostPerCommit: 128, enough: 64, mostWaiting: 4_096, ...options },
      (entries) => write(line, entries),
    )
    this.#batches = new SharedCommits(
      {
        inFlight: 3,
        mostPerCommit: 16,
        enough: 1,
        mostWaiting: 512,
        weigh: (entry) => entry.json.length,
        mostWeightPerCommit: largeEntry * 4,
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
