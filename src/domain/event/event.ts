import { eventId } from './event-id.ts'
import type { EventFieldOf, EventObject, EventType, EventValue } from './event-type.ts'

/** Events of one type that a transaction writes. Nothing is written without a subscription to the type. */
export interface NewEvents<Type extends EventType = EventType> {
  readonly organizationId: string
  readonly type: Type
  /** The project of the table or spinner concerned; null for events about the whole organization. */
  readonly projectId: string | null
  /** The spinner concerned; absent if there is none. */
  readonly spinnerId?: string | null
  /** The fields of `data` that all of the events share. */
  readonly data: Readonly<Partial<Record<EventFieldOf<Type>, EventValue>>>
  readonly events: readonly NewEvent<Type>[]
}

export interface NewEvent<Type extends EventType = EventType> {
  readonly objectId: string
  /** The fields of `data` that differ from event to event; absent if there are none. */
  readonly data?: Readonly<Partial<Record<EventFieldOf<Type>, EventValue>>>
  /** The e-mail address that the event is about, as in `sent_emails`. Erasures remove it. */
  readonly address?: string | null
}

/** A stored row of numbered events: all have the same type and come from one statement. */
export interface EventBatch {
  readonly organizationId: string
  /** The number of the first event; each further event has the next number. */
  readonly number: number
  /** The number of events in the batch. */
  readonly count: number
  readonly projectId: string | null
  readonly spinnerId: string | null
  readonly type: EventType
  readonly objectType: EventObject
  readonly objects: readonly string[]
  readonly data: Readonly<Record<string, EventValue>>
  readonly each: readonly Readonly<Record<string, EventValue>>[] | null
  readonly addresses: readonly (string | null)[] | null
  readonly createdAt: Date
}

/** A single event, as other systems receive it. */
export interface Event {
  readonly id: string
  readonly number: number
  readonly type: EventType
  readonly createdAt: Date
  readonly organizationId: string
  readonly projectId: string | null
  readonly spinnerId: string | null
  readonly object: { readonly type: EventObject; readonly id: string }
  readonly data: Readonly<Record<string, EventValue>>
  /** The e-mail address that the event is about; null if there is none or it was erased. */
  readonly address: string | null
}

/** Returns the single events of a batch, in the order of their numbers. */
export function eventsOf(batch: EventBatch): readonly Event[] {
  const { organizationId, number, type, createdAt, projectId, spinnerId, objectType, data } = batch
  return batch.objects.map((id, at) => ({
    id: eventId(organizationId, number + at),
    number: number + at,
    type,
    createdAt,
    organizationId,
    projectId,
    spinnerId,
    object: { type: objectType, id },
    data: { ...data, ...batch.each?.[at] },
    address: batch.addresses?.[at] ?? null,
  }))
}
