import type { CallerAccess } from '../../../../domain/account/api-keys/caller-access.ts'
import type { Credential } from '../../../../domain/account/api-keys/credential.ts'
import type { PublicScope as Scope } from '../../../../domain/account/api-keys/scope.ts'
import type { AdmittedRequests } from '../../../../domain/plan/admitted-requests.ts'
import { TokenBucket } from '../../../../domain/plan/token-bucket.ts'

/**
 * The seconds for which a look-up of a credential is trusted. A change of the organization's plan takes
 * effect after this time.
 */
const trustedSeconds = 60
const mostKnown = 10_000

type LookUp = (credential: Credential, scope: Scope) => Promise<CallerAccess>

interface Known {
  readonly caller: CallerAccess
  readonly learnedAt: number
  readonly own: TokenBucket | null
  /**
   * The counter for the rate limit that all API keys and webhook URLs of the organization share; null if the
   * plan has no such limit.
   */
  readonly shared: TokenBucket | null
}

/**
 * The state of a caller's rate limit: the limit of the credential or that of the organization, whichever allows
 * fewer requests now.
 */
export interface Quota {
  readonly limit: number
  readonly remaining: number
  readonly secondsToFull: number
  /** The seconds until the caller's next request is accepted; null if the request is accepted now. */
  readonly retryAfter: number | null
}

/**
 * `Callers` caches the callers of the public API (API keys and webhook URLs) that this process knows. The cache
 * decides how many requests a caller may send, and whether its large bodies are read. The statement that does
 * the work decides whether a credential is still valid, so no request waits for a look-up. A caller is looked
 * up beside its first request, while its requests are counted, and then once a minute.
 */
export class Callers {
  /**
   * Called with the number of a caller's requests that count against rate limits, so that other processes can
   * count them too.
   */
  onSpent: ((spent: AdmittedRequests) => void) | null = null
  readonly #lookUp: LookUp
  readonly #secondsNow: () => number
  readonly #known = new Map<string, Known>()
  readonly #organizations = new Map<string, TokenBucket>()
  /** The number of requests by credential that were accepted while their caller was being looked up. */
  readonly #learning = new Map<string, number>()

  constructor(lookUp: LookUp, secondsNow: () => number) {
    this.#lookUp = lookUp
    this.#secondsNow = secondsNow
  }

  /**
   * Counts a request against the rate limits of its caller and returns the remaining quota; null if the
   * caller has no limit. `scope` is null if the request is for a management route.
   */
  take({ digest }: Credential, scope: Scope | null): Quota | null {
    const known = this.#known.get(digest)
    if (known === undefined || (scope !== null && !known.caller.scopes.includes(scope))) return null
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

  /** Returns whether a credential was valid for a scope in a look-up of the last minute. */
  has({ digest }: Credential, scope: Scope): boolean {
    const known = this.#known.get(digest)
    if (known === undefined || !known.caller.scopes.includes(scope)) return false
    return this.#secondsNow() - known.learnedAt < trustedSeconds
  }

  /** Returns whether the caller of a credential is cached, so that `take` counts its requests. */
  knows({ digest }: Credential): boolean {
    return this.#known.has(digest)
  }

  /** Caches the caller of a credential that a request has just looked up. */
  note({ digest }: Credential, caller: CallerAccess): void {
    this.#note(digest, caller)
  }

  /** Finds the caller of a credential in the database and caches it. Throws if the credential is invalid. */
  async admit(credential: Credential, scope: Scope): Promise<void> {
    this.#note(credential.digest, await this.#lookUp(credential, scope))
  }

  /**
   * Looks up the caller of a valid credential in the background and caches it, unless a look-up of the last
   * minute is cached. Requests that a new caller sends during its first look-up count against its rate limit
   * afterwards. Must also be called for a refused request, because it costs as much as an accepted one.
   */
  noteGood(credential: Credential, scope: Scope): void {
    const { digest } = credential
    if (this.has(credential, scope)) return
    const counted = this.#learning.get(digest)
    this.#learning.set(digest, (counted ?? 0) + 1)
    if (counted === undefined) void this.#learn(credential, scope)
  }

  /**
   * Counts requests that other processes accepted against the rate limits of their credentials and
   * organizations. Skips each limit that this process does not know.
   */
  noteElsewhere(spent: readonly AdmittedRequests[]): void {
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
      // Forgets a caller whose credential was revoked or cannot be looked up. The statement that does the
      // work reports the error.
      this.#known.delete(digest)
    }
    const known = this.#known.get(digest)
    if (isNew && known !== undefined)
      this.#count(digest, known, this.#secondsNow(), this.#learning.get(digest) ?? 0)
    this.#learning.delete(digest)
  }

  #note(digest: string, caller: CallerAccess): void {
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

/** Adds an entry to a cache and removes the oldest one if there are more than 10,000. */
function remember<Value>(known: Map<string, Value>, name: string, value: Value): void {
  known.delete(name)
  known.set(name, value)
  const [oldest] = known.keys()
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
}
