/**
 * The states of an arrival. The request of a `received` arrival was answered, but its body is not processed
 * yet; people see it as held.
 */
export const arrivalStates = ['accepted', 'refused', 'held', 'ignored'] as const
export type ArrivalState = (typeof arrivalStates)[number]
export type KeptState = ArrivalState | 'received'

export function visibleStateOf(state: KeptState): ArrivalState {
  return state === 'received' ? 'held' : state
}
