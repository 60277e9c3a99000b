import { DomainError } from '../../domain/errors.ts'
import {
  type ApiRequestState,
  currentRequest,
  markWritten,
  outsideRequest,
} from '../system/request-writes.ts'
import { atMoment, momentOfScope } from '../system/system-clock.ts'
import { DatabaseGone } from './faults.ts'

export interface SharedCommitsOptions<Entry, Result> {
  /** The maximum number of commits in progress at once: while one waits for the disk, the next is written. */
  readonly inFlight: number
  readonly maxPerCommit: number
  /**
   * The number of waiting writes from which on another database commit starts at once, even if the latest
   * commits were larger.
   */
  readonly enough: number
  readonly maxWaiting: number
  /**
   * Returns the weight of a queued write, such as its number of characters. The total weight of one commit
   * and of the queue is limited.
   */
  readonly weigh?: (entry: Entry) => number
  readonly maxWeightPerCommit?: number
  readonly maxWeightWaiting?: number
  /**
   * Returns the texts for which a queued write needs sole access, such as record keys. Two writes that share
   * such a text never get into the same commit; the later waits for the next.
   */
  readonly lockKeysOf?: (entry: Entry) => readonly string[]
  /**
   * Returns the row that a write locks early in its commit, such as a spinner. While a commit that locks the row
   * is in progress, other writes that lock it stay in the queue: a second commit would only wait for the first,
   * and two small commits cost the database more than a large one. The option is null if the writes lock no row
   * early.
   */
  readonly lockedRowOf?: ((entry: Entry) => string) | null
  /** Returns whether the result of a queued write means that something was stored. */
  readonly hasWritten: (result: Result) => boolean
}

const none: readonly string[] = []

interface Waiting<Entry, Result> {
  readonly entry: Entry
  readonly weight: number
  /**
   * The time on the test clock at which a queued write runs, if it belongs to a test organization; null for
   * the real time.
   */
  readonly moment: Date | null
  /** The API request from which a queued write comes; null if the runtime wrote it. */
  readonly apiRequest: ApiRequestState | null
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * `SharedCommits` collects the writes of several requests while commits are in progress, and runs them
 * together in the next commit. A request is answered only after its commit. If a commit fails because of one
 * write, nothing of it is stored and each write is tried alone.
 */
export class SharedCommits<Entry, Result> {
  readonly #write: (entries: readonly Entry[]) => Promise<readonly (Result | Error)[]>
  readonly #options: Required<SharedCommitsOptions<Entry, Result>>
  #waiting: Waiting<Entry, Result>[] = []
  #weightWaiting = 0
  #commitsInProgress = 0
  /** The rows that commits in progress lock. */
  readonly #lockedRows = new Set<string>()
  /** The number of queued writes that wait for no locked row. */
  #ready = 0
  /**
   * Whether the queue has no write that can be taken before a commit ends, although some writes are ready: each
   * of them shares a lock key with an earlier write that waits for a locked row. Prevents that each new write
   * searches the whole queue again.
   */
  #isBlocked = false
  /**
   * The numbers of writes in the latest two commits, newest first. They decide how large the next commit
   * should be.
   */
  #sizes: readonly [number, number] = [0, 0]
  #scheduled = false
  /**
   * Whether a single write must test if an unreachable database is back ('due'), or is testing it ('out'). If
   * many writes were sent at once and the connection broke again, the outcome of each would be unknown.
   */
  #scout: 'not needed' | 'due' | 'out' = 'not needed'

  constructor(
    options: SharedCommitsOptions<Entry, Result>,
    write: (entries: readonly Entry[]) => Promise<readonly (Result | Error)[]>,
  ) {
    this.#write = write
    this.#options = {
      weigh: () => 0,
      maxWeightPerCommit: Number.POSITIVE_INFINITY,
      maxWeightWaiting: Number.POSITIVE_INFINITY,
      lockKeysOf: () => none,
      lockedRowOf: null,
      ...options,
    }
  }

  submit(entry: Entry): Promise<Result> {
    const claim = currentRequest()?.claim ?? null
    return claim === null ? this.#queued(entry) : claim.ahead().then(() => this.#queued(entry))
  }

  #queued(entry: Entry): Promise<Result> {
    const { maxWaiting, maxWeightWaiting, weigh } = this.#options
    const weight = weigh(entry)
    if (this.#waiting.length >= maxWaiting || this.#weightWaiting + weight > maxWeightWaiting) {
      return Promise.reject(new DomainError('OVERLOADED'))
    }
    return new Promise((resolve, reject) => {
      const request = currentRequest()
      this.#waiting.push({ entry, weight, moment: momentOfScope(), apiRequest: request, resolve, reject })
      this.#weightWaiting += weight
      if (this.#isReady(entry)) this.#ready++
      this.#schedule()
    })
  }

  /**
   * Starts the next commit at the right time. If no commit is in progress, it starts after the requests that
   * arrive in the same turn of the event loop. Otherwise it starts once it has as many entries as the latest
   * two commits on average, not counting entries that wait for a locked row. So callers fall into two equal
   * parts: one is at the database while the other is being answered and sends again. Commits that started with whatever waited were a fifth smaller, and each
   * costs the database 0.16 ms, however small.
   */
  #schedule(): void {
    if (this.#commitsInProgress === 0) this.#startSoon()
    else this.#startIfWorthIt()
  }

  #startIfWorthIt(): void {
    const { inFlight, enough } = this.#options
    const [last, beforeLast] = this.#sizes
    const isWorthIt = this.#ready >= Math.min(enough, (last + beforeLast) / 2)
    if (this.#commitsInProgress < inFlight && isWorthIt && !this.#isBlocked) this.#start()
  }

  #startSoon(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      if (this.#commitsInProgress === 0) this.#start()
    })
  }

  #start(): void {
    if (this.#scout === 'out') return
    const isScout = this.#scout === 'due'
    const members = this.#take(isScout ? 1 : this.#options.maxPerCommit)
    this.#isBlocked = members.length === 0 && this.#waiting.length > 0
    if (members.length === 0) return
    if (isScout) this.#scout = 'out'
    this.#commitsInProgress++
    this.#lockRowsOf(members, 'lock')
    this.#sizes = [members.length, this.#sizes[0]]
    // Runs the commit at the time of its writes (real or of a test clock). The request that happens to start
    // the commit may run at another time.
    const moment = members[0]?.moment ?? null
    outsideRequest(() => void atMoment(moment, () => this.#commit(members, isScout)))
  }

  #take(most: number): Waiting<Entry, Result>[] {
    const { maxWeightPerCommit, lockKeysOf } = this.#options
    const taken: Waiting<Entry, Result>[] = []
    const left: Waiting<Entry, Result>[] = []
    // One commit takes only writes of the same time: all of the real time, or all of one time on a test
    // clock.
    const moment = this.#waiting.find(({ entry }) => this.#isReady(entry))?.moment ?? null
    // Collects the lock keys of all queued writes seen so far, including writes that stay in the queue. So no
    // write overtakes an earlier one with which it shares a key.
    const locked = new Set<string>()
    let looked = 0
    let weight = 0
    for (const waiting of this.#waiting) {
      if (taken.length >= most) break
      const keys = this.#waiting.length === 1 ? none : lockKeysOf(waiting.entry)
      const mustWait =
        !this.#isReady(waiting.entry) ||
        !isSameMoment(waiting.moment, moment) ||
        keys.some((key) => locked.has(key))
      if (!mustWait && taken.length > 0 && weight + waiting.weight > maxWeightPerCommit) break
      looked++
      if (mustWait) left.push(waiting)
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
      // Starts the next commit before the requests of the last one are answered, so that the database is busy
      // meanwhile.
      this.#ended(members)
      this.#answer(members, results)
    } catch (error) {
      if (error instanceof DatabaseGone) {
        rejectAll(members, error)
        this.#isGone(error, isScout)
      } else if (members.length === 1) {
        this.#scout = 'not needed'
        rejectAll(members, error)
      } else {
        // Lets other writes of the locked rows run between those that are tried alone.
        this.#lockRowsOf(members, 'unlock')
        this.#startIfWorthIt()
        await this.#oneByOne(members)
        return this.#ended([])
      }
      this.#ended(members)
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
    members.forEach(({ apiRequest: request, resolve, reject }, index) => {
      const result = results[index]
      if (result instanceof Error) return reject(result)
      if (request !== null && this.#options.hasWritten(result as Result)) markWritten(request)
      resolve(result as Result)
    })
  }

  /**
   * Handles a commit that found the database unreachable. If its single write was the test whether the
   * database is back, all waiting writes are rejected at once.
   */
  #isGone(error: DatabaseGone, isScout: boolean): void {
    if (isScout) {
      rejectAll(this.#waiting.splice(0), unsent(error))
      this.#weightWaiting = 0
    }
    if (isScout || this.#scout !== 'out') this.#scout = 'due'
  }

  #isReady(entry: Entry): boolean {
    const { lockedRowOf } = this.#options
    return lockedRowOf === null || this.#lockedRows.size === 0 || !this.#lockedRows.has(lockedRowOf(entry))
  }

  #lockRowsOf(members: readonly Waiting<Entry, Result>[], change: 'lock' | 'unlock'): void {
    const { lockedRowOf } = this.#options
    if (lockedRowOf !== null) {
      for (const { entry } of members) {
        if (change === 'lock') this.#lockedRows.add(lockedRowOf(entry))
        else this.#lockedRows.delete(lockedRowOf(entry))
      }
    }
    if (change === 'unlock') this.#isBlocked = false
    this.#ready =
      this.#lockedRows.size === 0
        ? this.#waiting.length
        : this.#waiting.filter(({ entry }) => this.#isReady(entry)).length
  }

  #ended(members: readonly Waiting<Entry, Result>[]): void {
    this.#commitsInProgress--
    this.#lockRowsOf(members, 'unlock')
    if (this.#commitsInProgress === 0) this.#start()
    else this.#startIfWorthIt()
  }
}

function isSameMoment(a: Date | null, b: Date | null): boolean {
  return a === b || (a !== null && b !== null && a.getTime() === b.getTime())
}

/** Returns the error of a queued write that was never sent to the database, so nothing was stored. */
function unsent({ cause }: DatabaseGone): DatabaseGone {
  return new DatabaseGone('OVERLOADED', cause)
}

function rejectAll<Entry, Result>(members: readonly Waiting<Entry, Result>[], error: unknown): void {
  for (const { reject } of members) reject(error)
}
