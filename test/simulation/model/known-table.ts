import type { DataRecord } from '../../../src/domain/record-cells.ts'
import { BinPresence } from './bin-presence.ts'
import type { Moments } from './moments.ts'
import { Register } from './register.ts'

type OnMatch = 'update' | 'ignore'

/**
 * Records that the simulator sent in one request, with the numbers of the run's events at which the request
 * began and ended.
 */
export interface KnownSending {
  readonly refs: readonly string[]
  readonly begun: number
  readonly ended: number
}

/** A data table with everything that the simulator knows about it from outside the service. */
export class KnownTable {
  readonly id: string
  /** The name of the data table in the log of the simulation run, such as "table 1". */
  readonly name: string
  /** The id of the simulated table's project. */
  readonly projectId: string
  /** The digest of the secret token in the simulated table's webhook URL. */
  readonly tokenDigest: string
  /** The simulator's names, such as "r17", of the records that the service has acknowledged. */
  readonly acknowledged = new Set<string>()
  /** The simulator's names of the records whose request got no answer, so they may or may not be stored. */
  readonly inDoubt = new Set<string>()
  /**
   * The setting for a new record whose address is already in the simulated table: update or ignore; null if
   * both records stay.
   */
  readonly match: Register<OnMatch | null>
  /** Whether the simulated table is in use or in the bin. */
  readonly bin: BinPresence
  /** The simulator's requests with records for this table that were answered with success. */
  readonly sendings: KnownSending[] = []
  /**
   * The least and most records that each request may have added to the plan's monthly meter, by the name of its
   * first record.
   */
  readonly #metered = new Map<string, { least: number; most: number }>()
  readonly #firstTried = new Map<string, number>()

  /** The columns that requests send; null for all columns of the simulator's records. */
  readonly columns: readonly string[] | null

  constructor(
    { id, name, projectId, tokenDigest }: Pick<KnownTable, 'id' | 'name' | 'projectId' | 'tokenDigest'>,
    moments: Moments,
    columns: readonly string[] | null = null,
  ) {
    this.columns = columns
    this.id = id
    this.name = name
    this.projectId = projectId
    this.tokenDigest = tokenDigest
    this.match = new Register<OnMatch | null>(moments, null)
    this.bin = new BinPresence(moments)
  }

  /** The present names of this simulated table's renamed columns, by their original names. */
  readonly renamed = new Map<string, string>()
  /** The cities of the records that were last edited with an answer, by the ids of the records. */
  readonly editedCities = new Map<string, string>()
  /** Columns that the simulator has added to this table, besides the columns of every simulated table. */
  readonly added = new Set<string>()

  /** Returns the present name of a column, given its original name. */
  columnOf(column: string): string {
    return this.renamed.get(column) ?? column
  }

  /**
   * Returns a simulated record as requests send it: under the present names of the columns, with values for
   * added columns.
   */
  asSent(record: DataRecord): DataRecord {
    const sent = Object.entries(record).filter(([column]) => this.columns?.includes(column) ?? true)
    const named = sent.map(([column, cell]) => [this.columnOf(column), cell])
    const added = [...this.added].map((column) => [column, `${String(record['ref'])} ${column}`])
    return Object.fromEntries([...named, ...added])
  }

  /**
   * Whether the simulated table has, or ever had, match columns, so that records of one person may have been
   * merged.
   */
  get wasMatched(): boolean {
    return this.match.ever().some((match) => match !== null)
  }

  /**
   * Records the outcome of a simulated request that ingests records. `inserted` is the number of added records
   * in its answer.
   */
  noteSent(
    sending: KnownSending,
    ended: 'answered' | 'refused' | 'crashed',
    inserted: number = sending.refs.length,
  ): void {
    const { refs } = sending
    const [first = ''] = refs
    if (!this.#firstTried.has(first)) this.#firstTried.set(first, sending.begun)
    const metered = this.#metered.get(first) ?? { least: 0, most: 0 }
    this.#metered.set(first, metered)
    if (ended === 'answered') {
      // A request that repeats an answered one adds nothing. If an earlier attempt got no answer, it may have
      // stored the records already, so the request counts from the first attempt.
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

  /** The least and most records that requests to this table may have added to the plan's monthly meter. */
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
