import type { TableShape } from '../../../../domain/table/table-shape.ts'
import type { Arrival } from '../../../../ports/arrival/record-appender.ts'

/** The names of the arguments about lanes that every SQL function takes that writes a flush of records. */
export const laneArguments = [
  'lane_digests',
  'lane_by_token',
  'lane_tables',
  'lane_versions',
  'entry_lanes',
  'entry_requests',
  'p_rows',
] as const

interface LanedEntry {
  readonly arrival: Arrival
  readonly shape: TableShape
  readonly json: string
}

/**
 * `Lanes` groups the entries of a flush that share a credential, a table and its shape, so that SQL looks
 * these up once a group ("lane").
 */
export class Lanes {
  readonly #digests: string[] = []
  readonly #byToken: boolean[] = []
  readonly #tables: string[] = []
  readonly #versions: number[] = []
  /** The versions of the mappings that made the records of each lane; null if no mappings were read. */
  readonly mappings: (string | null)[] = []
  readonly #blanks: (string | null)[] = []
  readonly #numbers = new Map<string, number>()

  /** Returns the SQL values for `laneArguments`. This also fills the `mappings` and `blanks` of all lanes. */
  valuesOf<One extends LanedEntry>(
    entries: readonly One[],
    mappingsOf: (entry: One) => string | null = () => null,
  ) {
    return {
      entry_lanes: entries.map((entry) => this.#of(entry, mappingsOf(entry))),
      lane_digests: this.#digests,
      lane_by_token: this.#byToken,
      lane_tables: this.#tables,
      lane_versions: this.#versions,
      entry_requests: entries.map(({ arrival }) => arrival.requestId),
      p_rows: `[${entries.map(({ json }) => json).join(',')}]`,
    }
  }

  /** Returns the number of the lane that an entry belongs to, counted from 1 as PostgreSQL does. */
  #of({ arrival, shape }: LanedEntry, mappings: string | null): number {
    const { credential } = arrival
    // Patches lack other columns than whole records, so they get a lane of their own.
    const name = `${credential.digest} ${shape.tableId} ${shape.version} ${shape.missingColumns} ${mappings}`
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    this.#digests.push(credential.digest)
    this.#byToken.push(credential.kind === 'ingestToken')
    this.#tables.push(shape.tableId)
    this.#versions.push(shape.version)
    this.mappings.push(mappings)
    this.#blanks.push(shape.match === null || shape.blank === null ? null : JSON.stringify(shape.blank))
    this.#numbers.set(name, this.#digests.length)
    return this.#digests.length
  }

  /** For each lane, the empty cells that a new record gets in columns for which its request has no value. */
  get blanks(): readonly (string | null)[] {
    return this.#blanks
  }
}
