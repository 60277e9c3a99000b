/**
 * The events that end a recipient's way early. An automatic answer (`autoReply:hold`) only holds it for a
 * while.
 */
export const exits = ['reply', 'bounce', 'unsubscribe', 'autoReply:hold'] as const
export type Exit = (typeof exits)[number]

/** The exits of a spinner that names none. */
export const usualExits: readonly Exit[] = ['reply', 'bounce', 'unsubscribe']

/** Returns each exit once, in a fixed order, so that equal sets are stored alike. */
export function inFixedOrder(chosen: readonly Exit[]): readonly Exit[] {
  return exits.filter((exit) => chosen.includes(exit))
}
