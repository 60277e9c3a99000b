/** What ends a recipient's way early; an automatic answer holds it for a while. */
export const exits = ['reply', 'bounce', 'unsubscribe', 'autoReply:hold'] as const
export type Exit = (typeof exits)[number]

/** Of a spinner that names none. */
export const usualExits: readonly Exit[] = ['reply', 'bounce', 'unsubscribe']

/** Each once, in one order, so that the same exits are written alike. */
export function inOneOrder(chosen: readonly Exit[]): readonly Exit[] {
  return exits.filter((exit) => chosen.includes(exit))
}
