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
