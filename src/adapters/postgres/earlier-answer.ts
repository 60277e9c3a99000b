import type { EarlierAnswer } from '../../domain/idempotency.ts'

/** The stored answer of an idempotency key, as a row has it; the fingerprint is null if the key is free. */
export interface EarlierAnswerRow<Answer> {
  readonly fingerprint: string | null
  readonly answer: Answer
}

export function earlierAnswerFrom<Answer>({
  fingerprint,
  answer,
}: EarlierAnswerRow<Answer>): EarlierAnswer<Answer> | null {
  return fingerprint === null ? null : { fingerprint, answer }
}
