/** Where a recipient stands; `pending` and `waiting` go on, the others are final. */
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
