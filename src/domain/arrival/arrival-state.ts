/**
 * The states of an arrival. The request of a `received` arrival was answered, but its body is not processed
 * yet; people see it as held.
 */
export const arrivalStates = ['accepted', 'refused', 'held', 'ignored'] as const
export type ArrivalState = (typeof arrivalStates)[number]
export type KeptState = ArrivalState | 'received'

/**
 * Returns whether an arrival in this state can still be admitted: it is held, refused or not processed yet.
 */
export function isAdmissible(state: KeptState): boolean {
  return state === 'held' || state === 'refused' || state === 'received'
}

export function shownState(state: KeptState): ArrivalState {
  return state === 'received' ? 'held' : state
}
