/**
 * The events that end the job of a recipient early. An automatic answer (`autoReply:hold`) only holds the
 * recipient for a while.
 */
export const exits = ['reply', 'bounce', 'unsubscribe', 'autoReply:hold'] as const
export type Exit = (typeof exits)[number]

/** The exits that apply if a spinner names none. */
export const defaultExits: readonly Exit[] = ['reply', 'bounce', 'unsubscribe']

/** Returns each exit once, in a fixed order, so that equal sets are stored alike. */
export function inFixedOrder(chosen: readonly Exit[]): readonly Exit[] {
  return exits.filter((exit) => chosen.includes(exit))
}
