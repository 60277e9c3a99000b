import { DomainError } from '../../domain/errors.ts'
import { atMoment, momentOfScope } from '../system/async-clock-scope.ts'
import { type CurrentRequest, currentRequest, markWritten, outsideRequest } from '../system/request-writes.ts'
import { DatabaseGone } from './faults.ts'

export interface SharedCommitsOptions<Entry, Result> {
  /** The maximum number of commits in progress at once: while one waits for the disk, the next is written. */
  readonly inFlight: number
  readonly mostPerCommit: number
  /**
   * The number of waiting entries from which on a commit starts beside those in progress, however large these
   * were.
   */
  readonly enough: number
  readonly mostWaiting: number
  /**
   * Returns the weight of an entry, such as its number of characters. The total weight of a commit and of the
   * queue is limited.
   */
  readonly weigh?: (entry: Entry) => number
  readonly mostWeightPerCommit?: number
  readonly mostWeightWaiting?: number
  /**
   * Returns the keys of an entry. No two entries of one commit may share a key; the later of two such entries
   * waits for the next commit.
   */
  readonly lockKeysOf?: (entry: Entry) => readonly string[]
  /** Returns whether a commit has written something for an entry, given the entry's result. */
  readonly hasWritten: (result: Result) => boolean
}

const none: readonly string[] = []

interface Waiting<Entry, Result> {
  readonly entry: Entry
  readonly weight: number
  /** The time of the test organization's clock at which the entry is written; null for the real time. */
  readonly moment: Date | null
  /** The API request that the entry belongs to; null for work of the runtime. */
  readonly request: CurrentRequest | null
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * `SharedCommits` collects entries while commits are under way, and writes them together in the next one. An
 * entry is answered only after the commit that holds it. If a commit cannot take all of its entries, nothing
 * of it is written and each is tried alone.
 */
export class SharedCommits<Entry, Result> {
  readonly #write: (entries: readonly Entry[]) => Promise<readonly (Result | Error)[]>
  readonly #options: Required<SharedCommitsOptions<Entry, Result>>
  #waiting: Waiting<Entry, Result>[] = []
  #weightWaiting = 0
  #underWay = 0
  /** The numbers of entries in the latest two commits, newest first. */
  #sizes: readonly [number, number] = [0, 0]
  #scheduled = false
  /**
   * Whether a single entry has to test if an unreachable database is back ('due'), or is testing it ('out').
   * Many entries at once could be sent on a connection that is lost again, which would leave each in doubt.
   */
  #scout: 'not needed' | 'due' | 'out' = 'not needed'

  constructor(
    options: SharedCommitsOptions<Entry, Result>,
    write: (entries: readonly Entry[]) => Promise<readonly (Result | Error)[]>,
  ) {
    this.#write = write
    this.#options = {
      weigh: () => 0,
      mostWeightPerCommit: Number.POSITIVE_INFINITY,
      mostWeightWaiting: Number.POSITIVE_INFINITY,
      lockKeysOf: () => none,
      ...options,
    }
  }

  submit(entry: Entry): Promise<Result> {
    const { mostWaiting, mostWeightWaiting, weigh } = this.#options
    const weight = weigh(entry)
    if (this.#waiting.length >= mostWaiting || this.#weightWaiting + weight > mostWeightWaiting) {
      return Promise.reject(new DomainError('OVERLOADED'))
    }
    return new Promise((resolve, reject) => {
      const request = currentRequest()
      this.#waiting.push({ entry, weight, moment: momentOfScope(), request, resolve, reject })
      this.#weightWaiting += weight
      this.#schedule()
    })
  }

  /**
   * Starts the next commit at the right time. With no commit under way, it starts at the end of the event
   * loop's turn, in which more requests may have arrived. Otherwise it starts once it is as large as the
   * latest two were on average. So callers fall into equal parts, of which one is at the database while the
   * other is being answered and sends again. Starting with whatever waited at the end of a commit made
   * commits a fifth smaller, and each costs the database 0.16 ms, however small.
   */
  #schedule(): void {
    if (this.#underWay === 0) this.#startSoon()
    else this.#startIfWorthIt()
  }

  #startIfWorthIt(): void {
    const { inFlight, enough } = this.#options
    const [last, beforeLast] = this.#sizes
    const isWorthIt = this.#waiting.length >= Math.min(enough, (last + beforeLast) / 2)
    if (this.#underWay < inFlight && isWorthIt) this.#start()
  }

  #startSoon(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      if (this.#underWay === 0) this.#start()
    })
  }

  #start(): void {
    if (this.#scout === 'out') return
    const isScout = this.#scout === 'due'
    const members = this.#take(isScout ? 1 : this.#options.mostPerCommit)
    if (members.length === 0) return
    if (isScout) this.#scout = 'out'
    this.#underWay++
    this.#sizes = [members.length, this.#sizes[0]]
    // Commits at the time of the entries: the request that happens to start the commit may have another time,
    // and no entry in it.
    const moment = members[0]?.moment ?? null
    outsideRequest(() => void atMoment(moment, () => this.#commit(members, isScout)))
  }

  #take(most: number): Waiting<Entry, Result>[] {
    const { mostWeightPerCommit, lockKeysOf } = this.#options
    const taken: Waiting<Entry, Result>[] = []
    const left: Waiting<Entry, Result>[] = []
    // Takes only entries of one time (real or of a test clock), because a commit has one time.
    const moment = this.#waiting[0]?.moment ?? null
    // Holds the keys of all entries seen so far, also of entries that stay in the queue, so that no entry
    // overtakes another with which it shares a key.
    const locked = new Set<string>()
    let looked = 0
    let weight = 0
    for (const waiting of this.#waiting) {
      if (taken.length >= most) break
      if (taken.length > 0 && weight + waiting.weight > mostWeightPerCommit) break
      looked++
      const keys = this.#waiting.length === 1 ? none : lockKeysOf(waiting.entry)
      if (!isSameMoment(waiting.moment, moment) || keys.some((key) => locked.has(key))) left.push(waiting)
      else {
        taken.push(waiting)
        weight += waiting.weight
      }
      for (const key of keys) locked.add(key)
    }
    this.#weightWaiting -= weight
    this.#waiting.splice(0, looked, ...left)
    return taken
  }

  async #commit(members: readonly Waiting<Entry, Result>[], isScout: boolean): Promise<void> {
    try {
      const results = await this.#write(members.map(({ entry }) => entry))
      this.#scout = 'not needed'
      // Starts the next commit before the entries are answered, so that the database is busy while the
      // answers are written.
      this.#ended()
      this.#answer(members, results)
    } catch (error) {
      if (error instanceof DatabaseGone) {
        rejectAll(members, error)
        this.#isGone(error, isScout)
      } else if (members.length === 1) {
        this.#scout = 'not needed'
        rejectAll(members, error)
      } else await this.#oneByOne(members)
      this.#ended()
    }
  }

  async #oneByOne(members: readonly Waiting<Entry, Result>[]): Promise<void> {
    for (const [index, member] of members.entries()) {
      try {
        this.#answer([member], await this.#write([member.entry]))
      } catch (error) {
        member.reject(error)
        if (!(error instanceof DatabaseGone)) continue
        rejectAll(members.slice(index + 1), unsent(error))
        this.#isGone(error, false)
        return
      }
    }
  }

  #answer(members: readonly Waiting<Entry, Result>[], results: readonly (Result | Error)[]): void {
    members.forEach(({ request, resolve, reject }, index) => {
      const result = results[index]
      if (result instanceof Error) return reject(result)
      if (request !== null && this.#options.hasWritten(result as Result)) markWritten(request)
      resolve(result as Result)
    })
  }

  /**
   * Handles a commit that found the database unreachable. If the commit was a single entry that tested whether
   * the database is back, rejects all waiting entries at once.
   */
  #isGone(error: DatabaseGone, isScout: boolean): void {
    if (isScout) {
      rejectAll(this.#waiting.splice(0), unsent(error))
      this.#weightWaiting = 0
    }
    if (isScout || this.#scout !== 'out') this.#scout = 'due'
  }

  #ended(): void {
    this.#underWay--
    if (this.#underWay === 0) this.#start()
    else this.#startIfWorthIt()
  }
}

function isSameMoment(a: Date | null, b: Date | null): boolean {
  return a === b || (a !== null && b !== null && a.getTime() === b.getTime())
}

/** Returns the error of an entry that was never sent to the database, so nothing was written for it. */
function unsent({ cause }: DatabaseGone): DatabaseGone {
  return new DatabaseGone('OVERLOADED', cause)
}

function rejectAll<Entry, Result>(members: readonly Waiting<Entry, Result>[], error: unknown): void {
  for (const { reject } of members) reject(error)
}
