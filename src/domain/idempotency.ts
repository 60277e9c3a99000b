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
  if (earlier.fingerprint !== idempotency.fingerprint) throw new DomainError('IDEMPOTENCY_KEY_REUSED')
  return { answer: earlier.answer, replayed: true }
}

/** Returns the route under which the idempotency keys of imports into a data table are stored. */
export function routeOfImport(dataTableId: string): string {
  return `import:${dataTableId.toLowerCase()}`
}
