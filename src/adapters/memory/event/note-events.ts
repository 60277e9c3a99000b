import { type KeptArrival, rowsLeftOut } from '../../../domain/arrival/arrival.ts'
import { type EventBatch, type NewEvents } from '../../../domain/event/event.ts'
import { type EventType, eventCatalogue } from '../../../domain/event/event-type.ts'
import { interestKey, type MemoryStore } from '../store.ts'
import type { Writes } from '../writes.ts'

/** The largest number of events in one batch. The SQL function `note_events` has the same number. */
const mostOfBatch = 500

export function isAskedFor(store: MemoryStore, organizationId: string, type: EventType): boolean {
  return store.eventInterests.has(interestKey(organizationId, type))
}

/** Writes events as the SQL function `note_events` does: nothing without a subscription to their type. */
export function noteEvents(store: MemoryStore, writes: Writes, added: NewEvents, at: Date): void {
  if (!isAskedFor(store, added.organizationId, added.type)) return
  for (let from = 0; from < added.events.length; from += mostOfBatch) {
    const events = added.events.slice(from, from + mostOfBatch)
    writes.put(store.newEvents, store.nextEvent++, batchOf({ ...added, events }, at))
  }
}

function batchOf(added: NewEvents, createdAt: Date): Omit<EventBatch, 'number'> {
  const { organizationId, type, projectId, spinnerId = null, data, events } = added
  const hasData = events.some((event) => event.data !== undefined)
  const hasAddress = events.some(({ address }) => (address ?? null) !== null)
  return {
    organizationId,
    projectId,
    spinnerId,
    type,
    objectType: eventCatalogue[type].object,
    count: events.length,
    objects: events.map(({ objectId }) => objectId),
    data,
    each: hasData ? events.map((event) => event.data ?? {}) : null,
    addresses: hasAddress ? events.map(({ address }) => address ?? null) : null,
    createdAt,
  }
}

/** Writes the event of records that were added or updated, as the SQL function `note_records` does. */
export function noteRecords(
  store: MemoryStore,
  writes: Writes,
  type: 'record.added' | 'record.updated',
  { dataTableId, recordIds, at }: ToldRecords,
): void {
  const table = store.tables.get(dataTableId)
  if (table === undefined) return
  const { organizationId, projectId } = table
  const events = recordIds.map((id) => ({ objectId: String(id) }))
  noteEvents(store, writes, { type, organizationId, projectId, data: { dataTableId }, events }, at)
}

interface ToldRecords {
  readonly dataTableId: string
  readonly recordIds: readonly (number | string)[]
  readonly at: Date
}

/** Writes the event of an arrival that is held or refused from now on, as the SQL function `note_arrivals` does. */
export function noteArrival(store: MemoryStore, writes: Writes, arrival: KeptArrival, at: Date): void {
  const { state, code, organizationId, dataTableId, records } = arrival
  if ((state !== 'held' && state !== 'refused') || code === rowsLeftOut) return
  const projectId = store.tableOrBinned(dataTableId ?? '')?.projectId ?? null
  const data = { dataTableId, code, records }
  const events = [{ objectId: arrival.id }]
  noteEvents(store, writes, { type: `arrival.${state}`, organizationId, projectId, data, events }, at)
}
