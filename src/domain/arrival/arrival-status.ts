/**
 * The states of an arrival. The request of a `received` arrival was answered, but its body is not processed
 * yet; people see it as held.
 */
export const arrivalStatuses = ['accepted', 'refused', 'held', 'ignored'] as const
export type ArrivalStatus = (typeof arrivalStatuses)[number]
export type StoredStatus = ArrivalStatus | 'received'

export function visibleStatusOf(status: StoredStatus): ArrivalStatus {
  return status === 'received' ? 'held' : status
}
