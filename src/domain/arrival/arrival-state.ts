/**
 * What became of something that a sender sent in. One that was `received` has been answered and is on its way in;
 * people see it as held.
 */
export const arrivalStates = ['accepted', 'refused', 'held', 'ignored'] as const
export type ArrivalState = (typeof arrivalStates)[number]
export type KeptState = ArrivalState | 'received'

/** Those that can still be admitted. */
export function isAdmissible(state: KeptState): boolean {
  return state === 'held' || state === 'refused' || state === 'received'
}

export function shownState(state: KeptState): ArrivalState {
  return state === 'received' ? 'held' : state
}
