import type { RecipientState } from '../../../domain/job/recipient/recipient-state.ts'

/**
 * Returns whether a retry of a job's failed recipients may take a recipient with this state and reason. In SQL
 * the function is `can_be_retried`.
 */
export function canBeRetried(state: RecipientState, reason: string | null): boolean {
  return state === 'failed' || (state === 'unconfirmed' && reason === 'RESTORED')
}
