import { type Delivery, type DeliveryTable, leadAddressOf, leadCount } from '../../model/delivery-tables.ts'
import type { Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'

/**
 * The routes and headers by which a simulated source sends the id of a delivery. A table with a mapping takes
 * the id from the body instead.
 */
const ways = [
  { by: 'url', header: 'webhook-id' },
  { by: 'url', header: 'idempotency-key' },
  { by: 'key', header: 'idempotency-key' },
] as const

/**
 * Delivers a lead to a table as a simulated source. Repeats are common, and few ids and people are drawn, so
 * that different leads share an id.
 */
export const deliver = operation({
  name: 'deliver a lead',
  weight: 6,
  draw: (random) => ({
    door: random.below(4),
    id: random.below(3),
    person: random.pick([0, 0, 1]),
    hasCity: random.chance(0.7),
    copies: random.pick([1, 1, 2]),
  }),
  run: async (simulation, { door: number, id, person: drawn, hasCity, copies }) => {
    const person = drawn % leadCount
    const door = named(simulation.model.doors, number)
    const way = ways[id]
    if (door === null || way === undefined) return
    const isMapped = door.kind === 'mapped'
    const ref = `${door.table.name} id ${id} of ${leadAddressOf(person)}${hasCity && !isMapped ? ' with city' : ''}`
    const delivery: Delivery = {
      ref: `${ref}, ${generationOf(door, ref, simulation.clock.now())}`,
      by: isMapped ? 'url' : way.by,
      header: isMapped ? null : way.header,
      id: `delivery-${id}`,
      person,
      hasCity: hasCity && !isMapped,
    }
    for (let copy = 0; copy < copies; copy++) await send(simulation, door, delivery)
  },
})

async function send(simulation: Simulation, door: DeliveryTable, delivery: Delivery): Promise<void> {
  const { ref, by, header, id, person } = delivery
  const { demo } = simulation
  const byUrl = by === 'url'
  simulation.model.comes(leadAddressOf(person))
  const requestId = nextRequest(door, ref)
  const words = `deliver "${ref}" by ${by} as ${id}`
  const ended = await simulation.ask(words, {
    method: 'POST',
    path: byUrl ? `/api/v1/public/data-tables/ingest/${door.token}` : '/api/v1/public/ingest',
    headers: {
      'content-type': 'application/json',
      'x-request-id': requestId,
      ...(byUrl ? {} : { authorization: `Bearer ${demo.apiKey}` }),
      ...(header === null ? {} : { [header]: id }),
    },
    body: JSON.stringify(bodyOf(door, delivery)),
  })
  // The service may store the lead even without a successful answer, but at most once.
  if (!door.table.acknowledged.has(ref)) door.table.inDoubt.add(ref)
  if (ended.kind !== 'answered' || ended.value.status >= 300 || door.erased.has(ref)) return
  const { arrivalId } = ended.value.body
  const at = simulation.clock.now()
  if (typeof arrivalId === 'string') door.answered.set(ref, { at, arrivalId })
  else if (!door.answered.has(ref)) door.answered.set(ref, { at, arrivalId: null })
}

/** Returns the request id for one attempt to send a delivery, and keeps it with the ids of earlier attempts. */
function nextRequest({ table, requests }: DeliveryTable, ref: string): string {
  const known = requests.get(ref) ?? []
  requests.set(ref, known)
  const number = [...requests.values()].reduce((sum, ids) => sum + ids.length, 1)
  const id = `${table.name.replace(' ', '-')}-request-${number}`
  known.push(id)
  return id
}

/**
 * The milliseconds for which a simulated source repeats a delivery: two days. The service recognises a repeat
 * for four days.
 */
const repeatedMs = 2 * 86_400_000

/**
 * Returns how many different deliveries the simulator has made of the same content, this one included. A repeat
 * counts as the same delivery.
 */
function generationOf({ firstSent }: DeliveryTable, ref: string, now: Date): number {
  for (let generation = 1; ; generation++) {
    const name = `${ref}, ${generation}`
    const at = firstSent.get(name)
    if (at === undefined) firstSent.set(name, now)
    if (at === undefined || now.getTime() - at.getTime() < repeatedMs) return generation
  }
}

function bodyOf(door: DeliveryTable, { ref, by, id, person, hasCity }: Delivery): object {
  const [email, name] = [leadAddressOf(person), `Lead ${person}`]
  if (door.kind === 'mapped') return { event_id: id, reference: ref, mail: email, first: name }
  const record = { ref, email, name, ...(hasCity ? { city: 'Graz' } : {}) }
  return by === 'key' ? { dataTableId: door.table.id, records: [record] } : { records: [record] }
}
