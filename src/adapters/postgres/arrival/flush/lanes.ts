import type { TableShape } from '../../../../domain/table/table-shape.ts'
import type { Arrival } from '../../../../ports/arrival/record-appender.ts'

/** The names of the lane arguments that every function that writes a flush takes. */
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

/** `Lanes` collects what the entries of one flush have in common, once for each lane. */
export class Lanes {
  readonly #digests: string[] = []
  readonly #byToken: boolean[] = []
  readonly #tables: string[] = []
  readonly #versions: number[] = []
  /** The versions of the mappings that made the records of each lane. */
  readonly mappings: (string | null)[] = []
  readonly #blanks: (string | null)[] = []
  readonly #numbers = new Map<string, number>()

  /** Returns the values of `laneArguments`. Afterwards `mappings` and `blanks` are complete too. */
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

  /** Returns the number of an entry's lane, counted from 1 as PostgreSQL does. */
  #of({ arrival, shape }: LanedEntry, mappings: string | null): number {
    const { credential } = arrival
    // Patches have other missing columns, so they get a lane of their own.
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

  /** The cells that a new record gets for columns without a value, by lane. */
  get blanks(): readonly (string | null)[] {
    return this.#blanks
  }
}
