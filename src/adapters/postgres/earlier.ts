import type { Remembered } from '../../domain/idempotency.ts'

/** What an idempotency key stands for; no fingerprint where it is free. */
export interface EarlierRow<Answer> {
  readonly fingerprint: string | null
  readonly answer: Answer
}

export function earlierFrom<Answer>({ fingerprint, answer }: EarlierRow<Answer>): Remembered<Answer> | null {
  return fingerprint === null ? null : { fingerprint, answer }
}
