import type { EventType } from '../../../domain/event/event-type.ts'
import type { MemoryStore } from '../store.ts'

/** Makes the destinations due that receive a type of events. A destination that rests becomes due afterwards. */
export function wakeDestinations(
  store: MemoryStore,
  organizationId: string,
  type: EventType,
  now: Date,
): void {
  for (const destination of store.destinations.values()) {
    const { state, types, dueAt, restsUntil, lease } = destination
    const at = Math.max(now.getTime(), restsUntil?.getTime() ?? 0)
    const receives =
      destination.organizationId === organizationId && state === 'active' && types.includes(type)
    if (receives && (dueAt === null || dueAt > at || lease !== null))
      store.destinations.set(destination.id, { ...destination, dueAt: at })
  }
}
