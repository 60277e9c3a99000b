/**
 * The states of a recipient in a job. `pending` and `waiting` have steps left; the other states are final.
 */
export const recipientStates = [
  'pending',
  'waiting',
  'done',
  'skipped',
  'failed',
  'unconfirmed',
  'stopped',
] as const
export type RecipientState = (typeof recipientStates)[number]

type UnfinishedState = Extract<RecipientState, 'pending' | 'waiting'>

/**
 * Returns whether a recipient in this state has steps left. In SQL the function is `is_unfinished_recipient`.
 */
export function isUnfinished(state: RecipientState): state is UnfinishedState {
  return state === 'pending' || state === 'waiting'
}

/**
 * Returns whether a retry of a job's failed recipients may take a recipient with this state and reason. In SQL
 * the function is `can_be_retried`.
 */
export function canBeRetried(state: RecipientState, reason: string | null): boolean {
  return state === 'failed' || (state === 'unconfirmed' && reason === 'RESTORED')
}
