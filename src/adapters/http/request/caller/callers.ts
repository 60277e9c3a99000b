import type { CredentialHolder } from '../../../../domain/account/api-keys/credential-holder.ts'
import { DomainError } from '../../../../domain/errors.ts'
import type { AdmittedRequests } from '../../../../domain/plan/admitted-requests.ts'
import { TokenBucket } from '../../../../domain/plan/token-bucket.ts'
import type { Credentials } from '../../../../ports/account/credentials.ts'

/**
 * The seconds for which a look-up of a credential is trusted. A change of the organization's plan takes
 * effect after this time.
 */
const trustedSeconds = 60
const maxCached = 10_000

interface Caller {
  readonly holder: CredentialHolder
  readonly lookedUpAt: number
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
 * `Callers` caches the holders of the credentials that this process has looked up, with their rate limits. The
 * statement that does the work still decides whether a credential is valid, so a revoked key works no longer although
 * its holder is cached.
 */
export class Callers {
  /**
   * Called with the number of a caller's requests that count against rate limits, so that other processes can
   * count them too.
   */
  onSpent: ((spent: AdmittedRequests) => void) | null = null
  readonly #credentials: Pick<Credentials, 'find'>
  readonly #secondsNow: () => number
  readonly #cached = new Map<string, Caller>()
  readonly #organizations = new Map<string, TokenBucket>()

  constructor(credentials: Pick<Credentials, 'find'>, secondsNow: () => number) {
    this.#credentials = credentials
    this.#secondsNow = secondsNow
  }

  /** Returns the holder of a credential as the latest look-up found it, however old that is; null if not cached. */
  cached(digest: string): CredentialHolder | null {
    return this.#cached.get(digest)?.holder ?? null
  }

  /**
   * Returns whether a request may rely on the cached holder of a credential. The holder in a test organization is never
   * relied on, because its clock moves.
   */
  trusts(digest: string): boolean {
    const caller = this.#cached.get(digest)
    if (caller === undefined || caller.holder.test !== null) return false
    return this.#secondsNow() - caller.lookedUpAt < trustedSeconds
  }

  /** Looks up the holder of a credential, and caches it. Throws the refusal of an organization that is not open here. */
  async lookUp(digest: string): Promise<CredentialHolder | null> {
    const answer = await this.#credentials.find(digest)
    const isRefused = answer instanceof DomainError
    if (answer === null || isRefused) this.forget(digest)
    else this.#cache(digest, answer)
    if (isRefused) throw answer
    return answer
  }

  /** Removes a credential from the cache, so that its requests do not count against the limit of its organization. */
  forget(digest: string): void {
    this.#cached.delete(digest)
  }

  /**
   * Counts a request against the rate limits of its cached caller and returns the remaining quota; null if the
   * caller has no limit.
   */
  take(digest: string): Quota | null {
    const caller = this.#cached.get(digest)
    const tightest = caller === undefined ? null : this.#tightestOf(caller)
    if (caller === undefined || tightest === null) return null
    const now = this.#secondsNow()
    const isEmpty = tightest.left(now) < 1
    if (!isEmpty) this.#count(digest, caller, now)
    return {
      limit: tightest.capacity,
      remaining: Math.max(0, tightest.left(now)),
      secondsToFull: Math.ceil(tightest.secondsToFull(now)),
      retryAfter: isEmpty ? Math.max(1, Math.ceil(tightest.secondsToNext(now))) : null,
    }
  }

  /**
   * Counts requests that other processes accepted against the rate limits of their credentials and
   * organizations. Skips each limit that this process does not know.
   */
  noteElsewhere(spent: readonly AdmittedRequests[]): void {
    const now = this.#secondsNow()
    for (const { digest, organizationId, requests } of spent) {
      this.#cached.get(digest)?.own?.owe(now, requests)
      this.#organizations.get(organizationId)?.owe(now, requests)
    }
  }

  #count(digest: string, { holder, own, shared }: Caller, now: number): void {
    own?.take(now, 1)
    shared?.take(now, 1)
    if (this.onSpent === null || (own === null && shared === null)) return
    this.onSpent({ digest, organizationId: holder.organizationId, requests: 1 })
  }

  #cache(digest: string, holder: CredentialHolder): void {
    const now = this.#secondsNow()
    const { organizationId, rates } = holder
    const credentialPace = paced(this.#cached.get(digest)?.own, rates.ofCredential, now)
    const shared = paced(this.#organizations.get(organizationId), rates.organization, now)
    if (shared === null) this.#organizations.delete(organizationId)
    else store(this.#organizations, organizationId, shared)
    store(this.#cached, digest, { holder, lookedUpAt: now, own: credentialPace, shared })
  }

  #tightestOf({ own, shared }: Caller): TokenBucket | null {
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
function store<Value>(cache: Map<string, Value>, name: string, value: Value): void {
  cache.delete(name)
  cache.set(name, value)
  const [oldest] = cache.keys()
  if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest)
}

/** Returns the token of an `Authorization: Bearer` header; empty if there is none. */
export function bearerOf(authorization: string | undefined): string {
  const [, token = ''] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
  return token
}
