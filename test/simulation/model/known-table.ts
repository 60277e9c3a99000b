import type { DataRecord } from '../../../src/domain/table/cell.ts'
import type { Moments } from './moments.ts'
import { Register } from './register.ts'

type OnMatch = 'update' | 'ignore'

/** Records that were sent together, and when that was. */
export interface Sending {
  readonly refs: readonly string[]
  readonly begun: number
  readonly ended: number
}

/** A table as its owner knows it. */
export class KnownTable {
  readonly id: string
  /** As the story calls it: "table 1". */
  readonly name: string
  /** The digest of the token in its webhook URL. */
  readonly tokenDigest: string
  /** Names of records, as "r17", that the service has acknowledged. */
  readonly acknowledged = new Set<string>()
  /** Names of records of which their sender was told nothing. */
  readonly inDoubt = new Set<string>()
  /** What becomes of a record whose address is in the table already; null where both stay. */
  readonly match: Register<OnMatch | null>
  /** Sendings that were answered. */
  readonly sendings: Sending[] = []
  /** What each sending, by its first record, has put on the meter. */
  readonly #metered = new Map<string, { least: number; most: number }>()
  readonly #firstTried = new Map<string, number>()

  constructor({ id, name, tokenDigest }: Pick<KnownTable, 'id' | 'name' | 'tokenDigest'>, moments: Moments) {
    this.id = id
    this.name = name
    this.tokenDigest = tokenDigest
    this.match = new Register<OnMatch | null>(moments, null)
  }

  /** Names of columns that were renamed, by their first names. */
  readonly renamed = new Map<string, string>()
  /** Columns that were added to those of every table. */
  readonly added = new Set<string>()

  /** Returns the name that a column has now. */
  columnOf(column: string): string {
    return this.renamed.get(column) ?? column
  }

  /** Returns a record as the columns of the table are named now. */
  asSent(record: DataRecord): DataRecord {
    const named = Object.entries(record).map(([column, cell]) => [this.columnOf(column), cell])
    const added = [...this.added].map((column) => [column, `${String(record['ref'])} ${column}`])
    return Object.fromEntries([...named, ...added])
  }

  /** Whether records of one person may be, or have become, one record. */
  get wasMatched(): boolean {
    return this.match.ever().some((one) => one !== null)
  }

  /** Notes what became of records that were sent. `inserted` is how many of them the service says that it has added. */
  noteSent(
    sending: Sending,
    ended: 'answered' | 'refused' | 'crashed',
    inserted: number = sending.refs.length,
  ): void {
    const { refs } = sending
    const [first = ''] = refs
    if (!this.#firstTried.has(first)) this.#firstTried.set(first, sending.begun)
    const metered = this.#metered.get(first) ?? { least: 0, most: 0 }
    this.#metered.set(first, metered)
    if (ended === 'answered') {
      // A repeat adds nothing to what was answered before; one without an answer may have come in at its time.
      if (!this.sendings.some((one) => one.refs[0] === first))
        this.sendings.push({ ...sending, begun: this.#firstTried.get(first) ?? sending.begun })
      metered.least = inserted
      metered.most = inserted
    } else if (ended === 'crashed') metered.most = Math.max(metered.most, refs.length)
    for (const ref of refs) {
      if (ended === 'answered') {
        this.acknowledged.add(ref)
        this.inDoubt.delete(ref)
      } else if (ended === 'crashed' && !this.acknowledged.has(ref)) this.inDoubt.add(ref)
    }
  }

  /** How many records it has put on the meter. */
  get metered(): { readonly least: number; readonly most: number } {
    const { size } = this.acknowledged
    if (!this.wasMatched) return { least: size, most: size + this.inDoubt.size }
    const all = [...this.#metered.values()]
    return {
      least: all.reduce((sum, { least }) => sum + least, 0),
      most: all.reduce((sum, { most }) => sum + most, 0),
    }
  }
}
