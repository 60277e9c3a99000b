import { DomainError } from './errors.ts'

/** A key by which a client declares that requests with this key are the same request. */
export interface Idempotency {
  readonly key: string
  /** The digest of the payload. The same key with another payload is a mistake of the client. */
  readonly fingerprint: string
}

/** The first request with a key: the digest of its payload, and its answer. */
export interface EarlierAnswer<Answer> {
  readonly fingerprint: string
  readonly answer: Answer
}

export interface Replayable<Answer> {
  readonly answer: Answer
  readonly replayed: boolean
}

export function replay<Answer>(idempotency: Idempotency, earlier: EarlierAnswer<Answer>): Replayable<Answer> {
  if (earlier.fingerprint !== idempotency.fingerprint) throw new DomainError('IDEMPOTENCY_KEY_REUSED')
  return { answer: earlier.answer, replayed: true }
}
