import { catalogued, type Evidence, type ReasonCode, reasonCatalogue } from './reason.ts'
import { isUnfinished, type RecipientState } from './recipient-state.ts'

/** A reason as it is looked at. */
export interface ReasonView {
  readonly code: ReasonCode
  readonly message: string
  readonly evidence: Evidence | null
}

/** How many recipients of a job are in one state for one reason. */
export interface ReasonCount {
  readonly code: ReasonCode
  readonly state: RecipientState
  readonly count: number
}

/** What is kept of a recipient's reason, and what it says with the state. */
export interface KeptReason {
  readonly state: RecipientState
  readonly error: string | null
  readonly reason: ReasonCode | null
  readonly evidence: Evidence | null
  readonly dueAt: Date
}

export function reasonOf(
  { state, error, reason, evidence, dueAt }: KeptReason,
  isCancelled: boolean,
): ReasonView | null {
  const isOpen = isUnfinished(state)
  if (isOpen && isCancelled) {
    const code = reason === 'RETURNED' ? reason : 'JOB_CANCELLED'
    return { code, message: reasonCatalogue[code].words, evidence: null }
  }
  if (reason === null) return null
  const until = state === 'waiting' ? { until: dueAt.toISOString() } : null
  return {
    code: reason,
    message: error ?? catalogued(reason).words,
    evidence: evidence === null && until === null ? null : { ...evidence, ...until },
  }
}
