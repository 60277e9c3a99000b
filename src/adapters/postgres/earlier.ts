import type { EarlierAnswer } from '../../domain/idempotency.ts'

/** The stored answer of an idempotency key; the fingerprint is null if the key is free. */
export interface EarlierRow<Answer> {
  readonly fingerprint: string | null
  readonly answer: Answer
}

export function earlierFrom<Answer>({
  fingerprint,
  answer,
}: EarlierRow<Answer>): EarlierAnswer<Answer> | null {
  return fingerprint === null ? null : { fingerprint, answer }
}
