import { DomainError } from '../../domain/errors.ts'

export interface SharedCommitsOptions<Entry> {
  /** Commits under way at once: while one waits for the disk the next ones are written. */
  readonly inFlight: number
  readonly mostPerCommit: number
  /** What an entry weighs, and how much one commit may carry. */
  readonly weigh?: (entry: Entry) => number
  readonly mostWeightPerCommit?: number
  readonly mostWaiting: number
  readonly mostWeightWaiting?: number
}

interface Waiting<Entry, Result> {
  readonly entry: Entry
  readonly weight: number
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Gathers entries while commits are under way and writes them together in the next one. An entry is
 * answered only after the commit that holds it. When a commit cannot take all of its entries, nothing
 * of it is written and each is tried alone, so that it is accepted or refused on its own merits.
 */
export class SharedCommits<Entry, Result> {
  readonly #write: (entries: readonly Entry[]) => Promise<readonly (Result | Error)[]>
  readonly #options: Required<SharedCommitsOptions<Entry>>
  #waiting: Waiting<Entry, Result>[] = []
  #weightWaiting = 0
  #underWay = 0
  #scheduled = false

  constructor(
    options: SharedCommitsOptions<Entry>,
    write: (entries: readonly Entry[]) => Promise<readonly (Result | Error)[]>,
  ) {
    this.#write = write
    this.#options = {
      weigh: () => 1,
      mostWeightPerCommit: Number.POSITIVE_INFINITY,
      mostWeightWaiting: Number.POSITIVE_INFINITY,
      ...options,
    }
  }

  submit(entry: Entry): Promise<Result> {
    const { mostWaiting, mostWeightWaiting, weigh } = this.#options
    const weight = weigh(entry)
    const full = this.#waiting.length >= mostWaiting || this.#weightWaiting + weight > mostWeightWaiting
    if (full && this.#waiting.length > 0) return Promise.reject(new DomainError('OVERLOADED'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, weight, resolve, reject })
      this.#weightWaiting += weight
      this.#schedule()
    })
  }

  /** Waits for the end of the current turn of the event loop, in which more requests may have arrived. */
  #schedule(): void {
    if (this.#scheduled || this.#underWay >= this.#options.inFlight || this.#waiting.length === 0) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      if (this.#waiting.length > 0 && this.#underWay < this.#options.inFlight) void this.#commit(this.#take())
      this.#schedule()
    })
  }

  #take(): Waiting<Entry, Result>[] {
    const { mostPerCommit, mostWeightPerCommit } = this.#options
    let count = 0
    let weight = 0
    for (const waiting of this.#waiting) {
      if (count >= mostPerCommit || (count > 0 && weight + waiting.weight > mostWeightPerCommit)) break
      weight += waiting.weight
      count++
    }
    this.#weightWaiting -= weight
    return this.#waiting.splice(0, count)
  }

  async #commit(members: readonly Waiting<Entry, Result>[]): Promise<void> {
    this.#underWay++
    try {
      await this.#together(members)
    } finally {
      this.#underWay--
      this.#schedule()
    }
  }

  async #together(members: readonly Waiting<Entry, Result>[]): Promise<void> {
    try {
      const results = await this.#write(members.map(({ entry }) => entry))
      members.forEach(({ resolve, reject }, index) => {
        const result = results[index]
        if (result instanceof Error) reject(result)
        else resolve(result as Result)
      })
    } catch (error) {
      if (members.length === 1 || isGone(error)) {
        for (const { reject } of members) reject(error)
        return
      }
      for (const member of members) await this.#together([member])
    }
  }
}

/** With the database away, trying one by one only makes everybody wait for the same answer. */
function isGone(error: unknown): boolean {
  return error instanceof DomainError && error.kind === 'overloaded'
}
