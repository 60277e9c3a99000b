import type { TableShape } from '../../../../domain/table/table-shape.ts'
import type { Arrival } from '../../../../ports/arrival/record-intake.ts'

/** What the entries of one flush have in common, once each. */
export class Lanes {
  readonly digests: string[] = []
  readonly byToken: boolean[] = []
  readonly tables: string[] = []
  readonly versions: number[] = []
  /** Of the mappings that made what is in the lane. */
  readonly mappings: (string | null)[] = []
  readonly #blanks: (string | null)[] = []
  readonly #numbers = new Map<string, number>()

  /** Numbered from 1, as PostgreSQL counts. */
  of(
    { arrival, shape }: { readonly arrival: Arrival; readonly shape: TableShape },
    mappings: string | null = null,
  ): number {
    const { credential } = arrival
    // A patch is stored in a way of its own.
    const name = `${credential.digest} ${shape.tableId} ${shape.version} ${shape.missingColumns} ${mappings}`
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    this.digests.push(credential.digest)
    this.byToken.push(credential.kind === 'ingestToken')
    this.tables.push(shape.tableId)
    this.versions.push(shape.version)
    this.mappings.push(mappings)
    this.#blanks.push(shape.match === null || shape.blank === null ? null : JSON.stringify(shape.blank))
    this.#numbers.set(name, this.digests.length)
    return this.digests.length
  }

  /** The cells that a new record gets where it says nothing. */
  get blanks(): readonly (string | null)[] {
    return this.#blanks
  }
}
