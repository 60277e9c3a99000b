import type { EventBatch, NewEvents } from '../../../domain/event/event.ts'
import { type EventType, eventCatalogue, eventTypes } from '../../../domain/event/event-type.ts'
import type { Clock } from '../../../ports/clock.ts'
import {
  type BatchesToRead,
  type EventSearch,
  EventStore,
  type FoundBatches,
} from '../../../ports/event/events.ts'
import type { Statement } from '../database.ts'
import { firstId } from '../first-id.ts'
import { type Executor, entity } from '../rows.ts'
import { fieldsOf, type Selected } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'
import { withStepPaths } from './step-paths.ts'

const numberEvents = sqlFunction('number_events', 'p_organization', 'p_most', 'p_now')

const unnumbered = sqlFunction('organizations_with_new_events', 'p_after', 'p_most')

const ask = sqlFunction('subscribe_to_events', 'p_organization', 'p_types', 'p_until')

const forget = sqlFunction('forget_events', 'p_before', 'p_most')

/** The largest number of batches that one transaction gives numbers to. */
const maxNumberedAtOnce = 1_000

const batch = fieldsOf(
  'events',
  'organizationId',
  'number',
  'count',
  'projectId',
  'spinnerId',
  'type',
  'objectType',
  'objects',
  'data',
  'each',
  'addresses',
  'createdAt',
)

type BatchRow = Selected<typeof batch>

const hasNew: Statement = {
  name: 'has_new_events',
  text: 'select exists (select from new_events where organization_id = $1) as found',
}

// A batch has at most 500 events. So the batch in which the number $2 is begins less than 500 numbers before.
const inRange =
  'e.organization_id = $1 and e.number > $2::bigint - 500 and e.number + e.count - 1 > $2 and e.number <= $3'

type Direction = 'asc' | 'desc'

/** Returns a query of the first $4 batches of all types in a range of numbers. */
const ofAllTypes = (direction: Direction) =>
  `select ${batch.selected('e')} from events e where ${inRange} order by e.number ${direction} limit $4`

/**
 * Returns a query of the first $4 batches of the types $5 in a range of numbers. The query reads each type
 * separately, so that rare types are found without reading the events about recipients between them.
 */
const ofTypes = (direction: Direction) => `
  select found.* from unnest($5::text[]) as wanted(type)
   cross join lateral (
     select ${batch.selected('e')} from events e where ${inRange} and e.type = wanted.type
      order by e.number ${direction} limit $4) found
   order by found.number ${direction} limit $4`

const read = {
  asc: {
    all: { name: 'read_events', text: ofAllTypes('asc') },
    types: { name: 'read_events_of_types', text: ofTypes('asc') },
  },
  desc: {
    all: { name: 'read_latest_events', text: ofAllTypes('desc') },
    types: { name: 'read_latest_events_of_types', text: ofTypes('desc') },
  },
}

const readNumbers: Statement = {
  name: 'read_events_by_number',
  text: `select ${batch.selected('e')} from events e where e.organization_id = $1 and e.number = any($2::bigint[])`,
}

/**
 * Returns the statement that finds the batches about the objects $6 among the first $4 batches of some types. It
 * returns their numbers alone, because the lists of a batch take up to 100 KB.
 */
const searching = (name: string, direction: Direction): Statement => ({
  name,
  text: `
    select count(*)::int as looked, min(e.number) as first, max(e.number + e.count - 1) as last,
           coalesce(array_agg(e.number order by e.number ${direction}) filter (where e.objects && $6::text[]), '{}')
             as matching
      from (${ofTypes(direction)}) e`,
})

const search = { asc: searching('search_events', 'asc'), desc: searching('search_latest_events', 'desc') }

/** The largest number of batches that a search for objects returns at once. */
const maxMatching = 100

interface SearchRow {
  readonly looked: number
  readonly first: string | null
  readonly last: string | null
  readonly matching: readonly string[]
}

const streams = entity('event_streams', 'lastNumber')

const endRequests: Statement = {
  name: 'end_event_requests',
  text: `
    with ended as (delete from event_subscriptions where subscribed_until <= $1 and subscribed_until < 'infinity' returning 1)
    select count(*)::int as ended from ended`,
}

const note = sqlFunction(
  'note_events',
  'p_organization',
  'p_type',
  'p_project',
  'p_spinner',
  'p_object_type',
  'p_objects',
  'p_data',
  'p_each',
  'p_addresses',
  'p_at',
)

const hasEventSubscription = sqlFunction('has_event_subscription', 'p_organization', 'p_types')

const eraseFromEvents = sqlFunction('erase_from_events', 'p_organization', 'p_address')

const subscribeDestinations = sqlFunction('subscribe_destinations', 'p_organization', 'p_types', 'p_until')

export class PostgresEventStore extends EventStore {
  readonly #executor: Executor
  readonly #clock: Clock

  constructor(executor: Executor, clock: Clock) {
    super()
    this.#executor = executor
    this.#clock = clock
  }

  override async number(organizationId: string): Promise<void> {
    const [row] = await this.#executor.read<{ found: boolean }>(hasNew, [organizationId])
    if (row?.found !== true) return
    for (let numbered = maxNumberedAtOnce; numbered === maxNumberedAtOnce; ) {
      // Takes the real time, also for a test organization, because numbers must not go back when a test clock does.
      const now = this.#clock.realNow()
      const call = numberEvents({ p_organization: organizationId, p_most: maxNumberedAtOnce, p_now: now })
      const [moved] = await this.#executor.write<{ numbered: number }>(...call)
      numbered = moved?.numbered ?? 0
    }
  }

  override async unnumbered(after: string | null, most: number): Promise<readonly string[]> {
    const call = unnumbered({ p_after: after ?? firstId, p_most: most })
    const rows = await this.#executor.read<{ organizations_with_new_events: string }>(...call)
    return rows.map((row) => row.organizations_with_new_events)
  }

  override batches(wanted: BatchesToRead): Promise<readonly EventBatch[]> {
    return this.#read(wanted, 'asc')
  }

  override async search(wanted: EventSearch): Promise<FoundBatches> {
    const { latestFirst, objects, most } = wanted
    const direction = latestFirst ? 'desc' : 'asc'
    if (objects !== null) return this.#searchObjects(wanted, objects)
    const batches = await this.#read(wanted, direction)
    const last = batches.length === most ? batches.at(-1) : undefined
    return { batches, next: last === undefined ? null : continuedAt(last, latestFirst) }
  }

  async #searchObjects(wanted: EventSearch, objects: readonly string[]): Promise<FoundBatches> {
    const { organizationId, types, latestFirst, most } = wanted
    const statement = latestFirst ? search.desc : search.asc
    const values = [...rangeOf(wanted), distinct(types), objects]
    const [row] = await this.#executor.read<SearchRow>(statement, values)
    const matching = row?.matching.slice(0, maxMatching) ?? []
    const found =
      matching.length === 0
        ? []
        : await this.#executor.read<BatchRow>(readNumbers, [organizationId, matching])
    const unsorted = await withStepPaths(this.#executor, organizationId, found.map(batchOf))
    const batches = unsorted.toSorted((a, b) => (latestFirst ? b.number - a.number : a.number - b.number))
    const last = batches.at(-1)
    if (row === undefined) return { batches, next: null }
    if (last !== undefined && matching.length < row.matching.length)
      return { batches, next: continuedAt(last, latestFirst) }
    const end = latestFirst ? Number(row.first) - 1 : Number(row.last)
    return { batches, next: row.looked === most ? end : null }
  }

  async #read(wanted: BatchesToRead, direction: Direction): Promise<readonly EventBatch[]> {
    const types = distinct(wanted.types)
    const rows =
      types.length === eventTypes.length
        ? await this.#executor.read<BatchRow>(read[direction].all, rangeOf(wanted))
        : await this.#executor.read<BatchRow>(read[direction].types, [...rangeOf(wanted), types])
    return withStepPaths(this.#executor, wanted.organizationId, rows.map(batchOf))
  }

  override async lastNumber(organizationId: string): Promise<number> {
    const stream = await streams.within(this.#executor).find({ organizationId })
    return Number(stream?.lastNumber ?? 0)
  }

  override async ask(organizationId: string, types: readonly EventType[], until: Date): Promise<void> {
    await this.#executor.write(...ask({ p_organization: organizationId, p_types: types, p_until: until }))
  }

  override async endRequests(now: Date): Promise<number> {
    const [row] = await this.#executor.write<{ ended: number }>(endRequests, [now])
    return row?.ended ?? 0
  }

  override async forget(before: Date, most: number): Promise<number> {
    const [row] = await this.#executor.write<{ forgotten: number }>(
      ...forget({ p_before: before, p_most: most }),
    )
    return row?.forgotten ?? 0
  }

  override async add({
    organizationId,
    type,
    projectId,
    spinnerId = null,
    data,
    events,
  }: NewEvents): Promise<void> {
    if (events.length === 0) return
    const call = note({
      p_organization: organizationId,
      p_type: type,
      p_project: projectId,
      p_spinner: spinnerId,
      p_object_type: eventCatalogue[type].object,
      p_objects: events.map(({ objectId }) => objectId),
      p_data: data,
      p_each: events.some((event) => event.data !== undefined)
        ? events.map((event) => event.data ?? {})
        : null,
      p_addresses: events.some(({ address }) => (address ?? null) !== null)
        ? events.map(({ address }) => address ?? null)
        : null,
      p_at: this.#clock.now(),
    })
    await this.#executor.write(...call)
  }

  override async hasSubscription(
    organizationId: string,
    types: readonly NewEvents['type'][],
  ): Promise<boolean> {
    const call = hasEventSubscription({ p_organization: organizationId, p_types: types })
    const [row] = await this.#executor.write<{ has_event_subscription: boolean }>(...call)
    return row?.has_event_subscription === true
  }

  override async eraseAddress(organizationId: string, address: string): Promise<number> {
    const call = eraseFromEvents({ p_organization: organizationId, p_address: address })
    const [row] = await this.#executor.write<{ erased: number }>(...call)
    return row?.erased ?? 0
  }

  override async subscribeDestinations(
    organizationId: string,
    types: readonly NewEvents['type'][],
    until: Date,
  ): Promise<void> {
    const call = subscribeDestinations({ p_organization: organizationId, p_types: types, p_until: until })
    await this.#executor.write(...call)
  }
}

function rangeOf({
  organizationId,
  after,
  until = Number.MAX_SAFE_INTEGER,
  most,
}: BatchesToRead): readonly unknown[] {
  return [organizationId, after, until, most]
}

function distinct(types: readonly EventType[]): readonly EventType[] {
  return [...new Set(types)]
}

function batchOf({ number, ...row }: BatchRow): EventBatch {
  return { ...row, number: Number(number) }
}

function continuedAt({ number, count }: EventBatch, latestFirst: boolean): number {
  return latestFirst ? number - 1 : number + count - 1
}
