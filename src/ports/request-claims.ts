/** The idempotency key of a request with its scope: the organization, and the operation with its path and its caller. */
interface RequestKey {
  readonly organizationId: string
  readonly route: string
  readonly key: string
}

/** A claimed idempotency key. The claim has an id of its own, because a later request may take over the key. */
export interface RequestClaim extends RequestKey {
  readonly id: string
}

/** A request with an idempotency key, as a repeat is compared with it. */
export interface KeyedRequest extends RequestKey {
  /** The digest of the content of the request; null if the content has not arrived yet. */
  readonly fingerprint: string | null
}

/** The facts about the first request with an idempotency key. */
export interface EarlierRequest {
  /** The digest of its content; null if the content had not arrived yet when the key was claimed. */
  readonly fingerprint: string | null
  /** The text of its answer; null if there is none, or if the answer is no longer stored. */
  readonly answer: string | null
  /** Whether the request may still be in progress. */
  readonly isInProgress: boolean
}

/**
 * Claims the idempotency keys of requests before the requests are carried out, and stores their answers. A claim lasts
 * for a lease, which the process of the request renews. The first transaction of the request that writes also marks the
 * claim as committed. A claim that was not committed is free for a repeat when its lease is over.
 */
export abstract class RequestClaims {
  /** The seconds for which a claim lasts unless it is renewed. */
  static readonly leaseSeconds = 60

  /** Claims the key of a request. Returns the earlier request if the key is used. */
  abstract claim(request: KeyedRequest): Promise<RequestClaim | EarlierRequest>

  /**
   * Runs work as a part of the request with this claim. A transaction of the work that writes is rolled back with
   * IDEMPOTENCY_IN_PROGRESS if another request has taken over the key.
   */
  abstract within<Result>(claim: RequestClaim, work: () => Promise<Result>): Promise<Result>

  /** Renews the lease of a claim. */
  abstract renew(claim: RequestClaim): Promise<void>

  /** Stores the encrypted answer of a request, unless the data of a person was erased while it was in progress. */
  abstract keepAnswer(claim: RequestClaim, fingerprint: string, answer: string): Promise<void>

  /**
   * Frees the key of a request that has failed, so that a repeat is carried out. If `hasWritten` is true, a committed
   * claim stays.
   */
  abstract release(claim: RequestClaim, hasWritten: boolean): Promise<void>
}
