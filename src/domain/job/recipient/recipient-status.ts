/**
 * The states of a recipient in a job. `pending` and `waiting` have steps left; the other states are final.
 */
export const recipientStatuses = [
  'pending',
  'waiting',
  'done',
  'skipped',
  'failed',
  'unconfirmed',
  'stopped',
] as const
export type RecipientStatus = (typeof recipientStatuses)[number]

type UnfinishedStatus = Extract<RecipientStatus, 'pending' | 'waiting'>

/**
 * Returns whether a recipient in this state has steps left. In SQL the function is `is_unfinished_recipient`.
 */
export function isUnfinished(status: RecipientStatus): status is UnfinishedStatus {
  return status === 'pending' || status === 'waiting'
}
