import type { TableShape } from '../../../../domain/table/table-shape.ts'
import type { Arrival } from '../../../../ports/arrival/record-appender.ts'

/**
 * The names of the arguments by which SQL functions that write records take entries and their groups (lanes).
 */
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
 * `Lanes` groups the requests (entries) that are written in one commit by credential, table and columns. SQL
 * then looks up the credential and the table once for each group, called a lane.
 */
export class Lanes {
  readonly #digests: string[] = []
  readonly #byToken: boolean[] = []
  readonly #tables: string[] = []
  readonly #versions: number[] = []
  /** For each group (lane), the versions of the mappings that made its records; null if no mapping was read. */
  readonly mappings: (string | null)[] = []
  readonly #blanks: (string | null)[] = []
  readonly #numbers = new Map<string, number>()

  /** Returns the values of the SQL arguments `laneArguments`. Also fills `mappings` and `blanks`. */
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

  /** Returns the number of the group (lane) of an entry, counted from 1 as in SQL arrays. */
  #of({ arrival, shape }: LanedEntry, mappings: string | null): number {
    const { credential } = arrival
    // Puts records that change only some columns (patches) into a group of their own, because they lack other
    // columns than whole records.
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

  /** For each group (lane), the empty cells of a new record in columns for which its request has no value. */
  get blanks(): readonly (string | null)[] {
    return this.#blanks
  }
}
