/**
 * The events that end the job of a recipient early. An automatic answer (`autoReply:hold`) only holds the
 * recipient for a while.
 */
export const exits = ['reply', 'bounce', 'unsubscribe', 'autoReply:hold'] as const
export type Exit = (typeof exits)[number]

/**
 * The events that end a recipient's steps early if the spinner has no setting of its own: reply, bounce and
 * unsubscribe.
 */
export const defaultExits: readonly Exit[] = ['reply', 'bounce', 'unsubscribe']

/**
 * Returns the chosen exits of a spinner without repeats and in a fixed order, so that equal choices are stored
 * alike.
 */
export function inFixedOrder(chosen: readonly Exit[]): readonly Exit[] {
  return exits.filter((exit) => chosen.includes(exit))
}
