import type { EventBatch } from '../../../domain/event/event.ts'
import { type EventType, eventTypes } from '../../../domain/event/event-type.ts'
import type { Clock, ClockScope } from '../../../ports/clock.ts'
import { type BatchesToRead, Events } from '../../../ports/event/events.ts'
import type { Database, Statement } from '../database.ts'
import { fieldsOf, type Selected } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'

const number = sqlFunction('number_events', 'p_organization', 'p_most', 'p_now')
const unnumbered = sqlFunction('organizations_with_new_events', 'p_most')
const ask = sqlFunction('ask_for_events', 'p_organization', 'p_types', 'p_until')
const forget = sqlFunction('forget_events', 'p_before', 'p_most')

/** The largest number of batches that one transaction gives numbers to. */
const mostNumbered = 1_000

const batch = fieldsOf(
  'events',
  'organizationId',
  'number',
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

const readAll: Statement = {
  name: 'read_events',
  text: `select ${batch.selected('e')} from events e where ${inRange} order by e.number limit $4`,
}

// Reads each type by itself, so that rare types are found without reading the events about recipients between them.
const readTypes: Statement = {
  name: 'read_events_of_types',
  text: `
    select found.* from unnest($5::text[]) as wanted(type)
     cross join lateral (
       select ${batch.selected('e')} from events e where ${inRange} and e.type = wanted.type
        order by e.number limit $4) found
     order by found.number limit $4`,
}

const asked: Statement = {
  name: 'asked_events',
  text: 'select type from event_interests where organization_id = $1 order by type',
}

const endRequests: Statement = {
  name: 'end_event_requests',
  text: `
    with ended as (delete from event_interests where asked_until <= $1 and asked_until < 'infinity' returning 1)
    select count(*)::int as ended from ended`,
}

export class PostgresEvents extends Events {
  readonly #database: Database
  readonly #clock: Clock
  readonly #scope: ClockScope

  constructor(database: Database, clock: Clock, scope: ClockScope) {
    super()
    this.#database = database
    this.#clock = clock
    this.#scope = scope
  }

  override async number(organizationId: string): Promise<void> {
    const [row] = await this.#database.read<{ found: boolean }>(hasNew, [organizationId])
    if (row?.found !== true) return
    for (let numbered = mostNumbered; numbered === mostNumbered; ) {
      // Takes the real time, also for a test organization, because numbers must not go back when a test clock does.
      const now = this.#scope.outside(() => this.#clock.now())
      const call = number({ p_organization: organizationId, p_most: mostNumbered, p_now: now })
      const [moved] = await this.#database.write<{ numbered: number }>(...call)
      numbered = moved?.numbered ?? 0
    }
  }

  override async unnumbered(most: number): Promise<readonly string[]> {
    const call = unnumbered({ p_most: most })
    const rows = await this.#database.read<{ organizations_with_new_events: string }>(...call)
    return rows.map((row) => row.organizations_with_new_events)
  }

  override async batches(wanted: BatchesToRead): Promise<readonly EventBatch[]> {
    const { organizationId, types, after, until = Number.MAX_SAFE_INTEGER, most } = wanted
    const range = [organizationId, after, until, most]
    const rows =
      new Set(types).size === eventTypes.length
        ? await this.#database.read<BatchRow>(readAll, range)
        : await this.#database.read<BatchRow>(readTypes, [...range, [...new Set(types)]])
    return rows.map((row) => ({ ...row, number: Number(row.number) }))
  }

  override async ask(organizationId: string, types: readonly EventType[], until: Date): Promise<void> {
    await this.#database.write(...ask({ p_organization: organizationId, p_types: types, p_until: until }))
  }

  override async asked(organizationId: string): Promise<readonly EventType[]> {
    const rows = await this.#database.read<{ type: EventType }>(asked, [organizationId])
    return rows.map(({ type }) => type)
  }

  override async endRequests(now: Date): Promise<number> {
    const [row] = await this.#database.write<{ ended: number }>(endRequests, [now])
    return row?.ended ?? 0
  }

  override async forget(before: Date, most: number): Promise<number> {
    const [row] = await this.#database.write<{ forgotten: number }>(
      ...forget({ p_before: before, p_most: most }),
    )
    return row?.forgotten ?? 0
  }
}
