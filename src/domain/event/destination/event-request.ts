import type { Event } from '../event.ts'
import type { DeliveredRange } from './attempt.ts'
import { type Destination, type Selection, selectionOf } from './destination.ts'

/** The largest number of events in one request to a destination that takes batches. */
const maxEventsPerRequest = 500

/** Returns the number of events that a request to a destination has at most. */
export function maxEventsOf({ batchesEvents }: Pick<Destination, 'batchesEvents'>): number {
  return batchesEvents ? maxEventsPerRequest : 1
}

/** Returns whether a destination receives an event, or a batch of events with the same fields. */
export function isSelected(
  { types, projectId, spinnerId }: Selection,
  event: Pick<Event, 'type' | 'projectId' | 'spinnerId'>,
): boolean {
  return (
    types.includes(event.type) &&
    (projectId === null || event.projectId === projectId) &&
    (spinnerId === null || event.spinnerId === spinnerId)
  )
}

/**
 * Describes the request for some events, of which there is at least one. A single event lends its id to the request.
 * The id of a larger request also contains the length of its range and the number of its events. So a receiver that
 * drops repeated ids never drops a request that begins with the same event and contains more.
 */
export function requestedEvents(selection: Selection, events: readonly Event[]): DeliveredRange {
  const [first] = events
  const last = events.at(-1)
  if (first === undefined || last === undefined) throw new Error('The request has no events')
  const { id, number } = first
  const count = events.length
  return {
    webhookId: count === 1 ? id : `${id}_${last.number - number}_${count}`,
    firstNumber: number,
    lastNumber: last.number,
    count,
    selection: selectionOf(selection),
  }
}

/** Returns the body of a request with events: an array if the destination takes batches. */
export function requestBody(
  { batchesEvents, includesAddresses }: Pick<Destination, 'batchesEvents' | 'includesAddresses'>,
  events: readonly Event[],
): string {
  const bodies = events.map((event) => sentEvent(event, includesAddresses))
  return JSON.stringify(batchesEvents || bodies.length > 1 ? bodies : bodies[0])
}

/** The type of the test event of a ping, which is stored nowhere. */
const pingType = 'ping'

/** Returns the body of a ping: an event about the destination itself. */
export function pingBody(
  { id, organizationId, batchesEvents }: Pick<Destination, 'id' | 'organizationId' | 'batchesEvents'>,
  webhookId: string,
  at: Date,
): string {
  const event = {
    id: webhookId,
    type: pingType,
    createdAt: at.toISOString(),
    organizationId,
    projectId: null,
    object: { type: 'destination', id },
    data: {},
  }
  return JSON.stringify(batchesEvents ? [event] : event)
}

function sentEvent(event: Event, includesAddresses: boolean): object {
  const { id, type, createdAt, organizationId, projectId, object, data, address } = event
  const dataWithAddress = includesAddresses && address !== null ? { ...data, address } : data
  return {
    id,
    type,
    createdAt: createdAt.toISOString(),
    organizationId,
    projectId,
    object,
    data: dataWithAddress,
  }
}
