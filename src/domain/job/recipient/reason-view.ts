import { catalogueEntryOf, type Evidence, type ReasonCode, reasonCatalogue } from '../../reason.ts'
import { isUnfinished, type RecipientStatus } from './recipient-status.ts'

/** The reason why a recipient is in its state, as the API returns it. */
export interface ReasonView {
  readonly code: ReasonCode
  readonly message: string
  readonly evidence: Evidence | null
}

/** The number of a job's recipients that are in the same state for the same reason. */
export interface ReasonCount {
  readonly code: ReasonCode
  readonly status: RecipientStatus
  readonly count: number
}

/** The stored fields of a recipient from which its reason is built. */
export interface StoredReason {
  readonly status: RecipientStatus
  readonly error: string | null
  readonly reason: ReasonCode | null
  readonly evidence: Evidence | null
  readonly dueAt: Date
}

export function reasonOf(
  { status, error, reason, evidence, dueAt }: StoredReason,
  isCancelled: boolean,
): ReasonView | null {
  const isOpen = isUnfinished(status)
  if (isOpen && isCancelled) {
    const code = reason === 'RECORD_RELEASED' ? reason : 'JOB_CANCELLED'
    return { code, message: reasonCatalogue[code].words, evidence: null }
  }
  if (reason === null) return null
  const until = status === 'waiting' ? { until: dueAt.toISOString() } : null
  return {
    code: reason,
    message: error ?? catalogueEntryOf(reason).words,
    evidence: evidence === null && until === null ? null : { ...evidence, ...until },
  }
}
