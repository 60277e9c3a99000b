import type { EventType } from '../../../../src/domain/event/event-type.ts'
import { type EventList, ListEvents } from '../../../../src/use-cases/event/list-events.ts'
import { EventReader } from '../../model/organization/event-readers.ts'
import type { Simulation } from '../../run/simulation.ts'
import { operation } from '../operation.ts'

const rareTypes: readonly EventType[] = ['record.added', 'job.completed', 'recipient.stopped']

/** Lets one of two programs read some pages of events, and continue after the last event that it has processed. */
export const readEvents = operation({
  name: 'read events',
  weight: 3,
  draw: (random) => ({
    reader: random.below(2),
    limit: random.pick([1, 7, 50, 200]),
    pages: random.between(1, 4),
  }),
  run: async (simulation, { reader: number, limit, pages }) => {
    const { readers } = simulation.model
    while (readers.length <= number)
      readers.push(new EventReader(`reader ${readers.length + 1}`, readers.length === 0 ? null : rareTypes))
    const reader = readers[number]
    if (reader !== undefined) await read(simulation, reader, limit, pages)
  },
})

async function read(
  simulation: Simulation,
  reader: EventReader,
  limit: number,
  pages: number,
): Promise<void> {
  // A program reads with one reader at a time.
  if (reader.isReading) return
  reader.isReading = true
  const { since } = reader
  const { demo, clock } = simulation
  let after: string | null = null
  for (let page = 0; page < pages; page++) {
    const list: EventList = {
      reach: { organizationId: demo.organizationId, projectIds: null },
      types: reader.types,
      since,
      objects: null,
      latestFirst: false,
      asks: false,
      now: clock.now(),
      page: { limit, after },
    }
    const ended = await simulation.call(`${reader.name} reads up to ${limit} events`, (api) =>
      api.get(ListEvents).execute(list),
    )
    if (ended.kind !== 'answered') break
    for (const { id, number } of ended.value.items) reader.process(id, number)
    after = ended.value.next
    if (after === null) break
  }
  reader.isReading = false
}
