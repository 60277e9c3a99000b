/**
 * The states of an arrival. A `received` arrival is confirmed to its sender but not processed yet; people see
 * it as held.
 */
export const arrivalStates = ['accepted', 'refused', 'held', 'ignored'] as const
export type ArrivalState = (typeof arrivalStates)[number]
export type KeptState = ArrivalState | 'received'

/** Returns whether arrivals in a state can still be admitted. */
export function isAdmissible(state: KeptState): boolean {
  return state === 'held' || state === 'refused' || state === 'received'
}

export function shownState(state: KeptState): ArrivalState {
  return state === 'received' ? 'held' : state
}
