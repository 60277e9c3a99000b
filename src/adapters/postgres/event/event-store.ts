import type { NewEvents } from '../../../domain/event/event.ts'
import { eventCatalogue } from '../../../domain/event/event-type.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { EventStore } from '../../../ports/event/events.ts'
import { execute } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'
import { sqlFunction } from '../sql-function.ts'

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
const isAskedFor = sqlFunction('event_is_asked_for', 'p_organization', 'p_types')
const eraseFromEvents = sqlFunction('erase_from_events', 'p_organization', 'p_address')
const askForDestinations = sqlFunction('ask_for_destinations', 'p_organization', 'p_types', 'p_until')

export class PostgresEventStore implements EventStore {
  readonly #tx: OpenTransaction
  readonly #clock: Clock

  constructor(tx: OpenTransaction, clock: Clock) {
    this.#tx = tx
    this.#clock = clock
  }

  async add({ organizationId, type, projectId, spinnerId = null, data, events }: NewEvents): Promise<void> {
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
    await execute(this.#tx.connection, ...call)
  }

  async isAskedFor(organizationId: string, types: readonly NewEvents['type'][]): Promise<boolean> {
    const call = isAskedFor({ p_organization: organizationId, p_types: types })
    const [row] = await execute<{ event_is_asked_for: boolean }>(this.#tx.connection, ...call)
    return row?.event_is_asked_for === true
  }

  async eraseAddress(organizationId: string, address: string): Promise<number> {
    const call = eraseFromEvents({ p_organization: organizationId, p_address: address })
    const [row] = await execute<{ erased: number }>(this.#tx.connection, ...call)
    return row?.erased ?? 0
  }

  async askForDestinations(
    organizationId: string,
    types: readonly NewEvents['type'][],
    until: Date,
  ): Promise<void> {
    const call = askForDestinations({ p_organization: organizationId, p_types: types, p_until: until })
    await execute(this.#tx.connection, ...call)
  }
}
