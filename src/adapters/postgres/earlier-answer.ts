import type { EarlierAnswer } from '../../domain/idempotency.ts'
import type { RowOf } from './schema/columns.ts'

/**
 * A database row with the answer that is stored for an Idempotency-Key. The fingerprint of the earlier
 * request is null if the key was not used yet.
 */
export interface EarlierAnswerRow<Answer> {
  readonly fingerprint: RowOf<'idempotency_keys'>['fingerprint'] | null
  readonly answer: Answer
}

export function earlierAnswerFrom<Answer>({
  fingerprint,
  answer,
}: EarlierAnswerRow<Answer>): EarlierAnswer<Answer> | null {
  return fingerprint === null ? null : { fingerprint, answer }
}
