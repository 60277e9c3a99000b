import type { Caller } from '../../../../domain/account/api-keys/caller.ts'
import type { Credential } from '../../../../domain/account/api-keys/credential.ts'
import type { Scope } from '../../../../domain/account/api-keys/scope.ts'
import type { Spent } from '../../../../domain/plan/spent.ts'
import { TokenBucket } from '../../../../domain/plan/token-bucket.ts'

/** A change of a plan holds after so long. */
const trustedSeconds = 60
const mostKnown = 10_000

type LookUp = (credential: Credential, scope: Scope) => Promise<Caller>

interface Known {
  readonly caller: Caller
  readonly learnedAt: number
  readonly own: TokenBucket | null
  /** All credentials of the organization have it in common. */
  readonly shared: TokenBucket | null
}

/** What is left of the tighter of its limits, for a caller who has one. */
export interface Quota {
  readonly limit: number
  readonly remaining: number
  readonly secondsToFull: number
  /** Null for a request that may go on. */
  readonly retryAfter: number | null
}

/**
 * The senders whom this process knows. It decides how fast they may come and whether a large body is worth
 * reading; whether a credential still holds is decided where the work is done. So nothing waits to hear of a
 * credential: a sender is looked up beside its first request, whose like are counted meanwhile, and then once
 * a minute.
 */
export class Callers {
  /** Told of requests that count for limits, where other processes keep the same. */
  onSpent: ((spent: Spent) => void) | null = null
  readonly #lookUp: LookUp
  readonly #secondsNow: () => number
  readonly #known = new Map<string, Known>()
  readonly #organizations = new Map<string, TokenBucket>()
  /** Requests let in while their sender was being looked up. */
  readonly #learning = new Map<string, number>()

  constructor(lookUp: LookUp, secondsNow: () => number) {
    this.#lookUp = lookUp
    this.#secondsNow = secondsNow
  }

  /** Counts a request. Null where nothing limits its sender. */
  take({ digest }: Credential, scope: Scope): Quota | null {
    const known = this.#known.get(digest)
    if (known === undefined || !known.caller.scopes.includes(scope)) return null
    const tightest = this.#tightestOf(known)
    if (tightest === null) return null
    const now = this.#secondsNow()
    const isEmpty = tightest.left(now) < 1
    if (!isEmpty) this.#count(digest, known, now, 1)
    return {
      limit: tightest.capacity,
      remaining: Math.max(0, tightest.left(now)),
      secondsToFull: Math.ceil(tightest.secondsToFull(now)),
      retryAfter: isEmpty ? Math.max(1, Math.ceil(tightest.secondsToNext(now))) : null,
    }
  }

  /** Whether it was good within the last minute. */
  has({ digest }: Credential, scope: Scope): boolean {
    const known = this.#known.get(digest)
    if (known === undefined || !known.caller.scopes.includes(scope)) return false
    return this.#secondsNow() - known.learnedAt < trustedSeconds
  }

  /** Waits to hear of a credential; refuses a bad one. */
  async admit(credential: Credential, scope: Scope): Promise<void> {
    this.#note(credential.digest, await this.#lookUp(credential, scope))
  }

  /** To be told of every request whose credential was good, whatever became of it. */
  noteGood(credential: Credential, scope: Scope): void {
    const { digest } = credential
    if (this.has(credential, scope)) return
    const counted = this.#learning.get(digest)
    this.#learning.set(digest, (counted ?? 0) + 1)
    if (counted === undefined) void this.#learn(credential, scope)
  }

  /** What other processes have let in. Of senders that are not known here nothing is kept. */
  noteElsewhere(spent: readonly Spent[]): void {
    const now = this.#secondsNow()
    for (const { digest, organizationId, requests } of spent) {
      this.#known.get(digest)?.own?.owe(now, requests)
      this.#organizations.get(organizationId)?.owe(now, requests)
    }
  }

  #count(digest: string, { caller, own, shared }: Known, now: number, requests: number): void {
    own?.take(now, requests)
    shared?.take(now, requests)
    if (this.onSpent === null || (own === null && shared === null)) return
    this.onSpent({ digest, organizationId: caller.organizationId, requests })
  }

  async #learn(credential: Credential, scope: Scope): Promise<void> {
    const { digest } = credential
    const isNew = !this.#known.has(digest)
    try {
      await this.admit(credential, scope)
    } catch {
      // Revoked meanwhile, or the database is away: either is told where the work is done.
      this.#known.delete(digest)
    }
    const known = this.#known.get(digest)
    if (isNew && known !== undefined)
      this.#count(digest, known, this.#secondsNow(), this.#learning.get(digest) ?? 0)
    this.#learning.delete(digest)
  }

  #note(digest: string, caller: Caller): void {
    const now = this.#secondsNow()
    const { organizationId, rates } = caller
    const own = paced(this.#known.get(digest)?.own, rates.credential, now)
    const shared = paced(this.#organizations.get(organizationId), rates.organization, now)
    if (shared === null) this.#organizations.delete(organizationId)
    else remember(this.#organizations, organizationId, shared)
    remember(this.#known, digest, { caller, learnedAt: now, own, shared })
  }

  #tightestOf({ own, shared }: Known): TokenBucket | null {
    if (own === null || shared === null) return own ?? shared
    const now = this.#secondsNow()
    return own.left(now) < shared.left(now) ? own : shared
  }
}

function paced(
  bucket: TokenBucket | null | undefined,
  perSecond: number | null,
  now: number,
): TokenBucket | null {
  if (perSecond === null) return null
  if (bucket === null || bucket === undefined) return new TokenBucket(perSecond, now)
  bucket.changePace(perSecond, now)
  return bucket
}

/** The one that was learned first is forgotten first. */
function remember<Value>(known: Map<string, Value>, name: string, value: Value): void {
  known.delete(name)
  known.set(name, value)
  const [oldest] = known.keys()
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
}
