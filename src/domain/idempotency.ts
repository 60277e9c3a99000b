import { DomainError } from './errors.ts'

/** An idempotency key, by which a client declares that requests with this key are the same request. */
export interface Idempotency {
  readonly key: string
  /**
   * The digest of the request's payload. A later request with the same key and another payload is refused.
   */
  readonly fingerprint: string
}

/**
 * The stored facts about the first request with an idempotency key: the digest of its payload, and its
 * answer.
 */
export interface EarlierAnswer<Answer> {
  readonly fingerprint: string
  readonly answer: Answer
}

export interface Replayable<Answer> {
  readonly answer: Answer
  readonly replayed: boolean
}

export function replay<Answer>(idempotency: Idempotency, earlier: EarlierAnswer<Answer>): Replayable<Answer> {
  assertSameContent(earlier.fingerprint, idempotency.fingerprint)
  return { answer: earlier.answer, replayed: true }
}

/** Throws if the payload of a request differs from that of the first request with its key. */
export function assertSameContent(earlier: string, fingerprint: string): void {
  if (earlier !== fingerprint) throw new DomainError('IDEMPOTENCY_KEY_REUSED')
}
