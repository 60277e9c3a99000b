import { type Delivery, type DeliveryTable, leadAddressOf, leadCount } from '../../model/delivery-tables.ts'
import type { KnownSending } from '../../model/known-table.ts'
import type { Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'

/**
 * The routes and headers by which a simulated source sends the id of a delivery. A table with a mapping takes
 * the id from the body instead. The last way sends no id.
 */
const ways = [
  { by: 'url', header: 'webhook-id' },
  { by: 'url', header: 'idempotency-key' },
  { by: 'key', header: 'idempotency-key' },
  { by: 'url', header: null },
] as const

const withoutId = ways.length - 1

/**
 * Delivers leads to a table as a simulated source. Repeats are common, and few ids and people are drawn, so
 * that different leads share an id.
 */
export const deliver = operation({
  name: 'deliver a lead',
  weight: 6,
  draw: (random) => ({
    door: random.below(4),
    id: random.pick([0, 0, 1, 1, 2, 2, withoutId]),
    person: random.pick([0, 0, 1]),
    hasCity: random.chance(0.7),
    /** The number of leads in the body of the request. */
    leads: random.pick([1, 1, 1, 2, 8]),
    copies: random.pick([1, 1, 2]),
    /** Whether a copy with an id has other white space, so that the service cannot recognise it by its bytes. */
    isIndented: random.chance(0.3),
  }),
  run: async (simulation, { door: number, id, person, hasCity, leads, copies, isIndented }) => {
    const door = named(simulation.model.doors, number)
    const way = ways[id]
    if (door === null || way === undefined) return
    const isMapped = door.kind === 'mapped'
    const hasId = id !== withoutId
    const content = {
      person: person % leadCount,
      hasCity: hasCity && !isMapped,
      leads: isMapped ? 1 : leads,
    }
    const generation = generationOf(door, JSON.stringify([id, content]), repeatedMs(door, hasId), simulation)
    const delivery: Delivery = {
      refs: refsOf(`${door.table.name} id ${id}`, content, generation),
      by: isMapped ? 'url' : way.by,
      header: isMapped ? null : way.header,
      id: hasId ? `delivery-${id}` : null,
      ...content,
    }
    // The service appends a repeat that it cannot recognise once more.
    const sends = repeatedMs(door, hasId) > 0 ? copies : 1
    for (let copy = 0; copy < sends; copy++)
      await send(simulation, door, delivery, isIndented && hasId && copy > 0 ? 1 : 0)
  },
})

type Content = Pick<Delivery, 'person' | 'hasCity' | 'leads'>

/** Returns the simulator's names of the records of a delivery. Each name has the address of its person. */
function refsOf(name: string, content: Content, generation: number): readonly string[] {
  return Array.from({ length: content.leads }, (_, nth) => {
    const city = hasCityOf(content, nth) ? ' with city' : ''
    const mixed = content.hasCity ? ' mixed' : ''
    const place = content.leads === 1 ? '' : `, ${nth + 1} of ${content.leads}${mixed}`
    return `${name} of ${leadAddressOf(content.person + nth)}${city}${place}, ${generation}`
  })
}

/** Returns whether a lead of a delivery has the field "city": every second one, so that a table may take a part. */
function hasCityOf({ hasCity }: Content, nth: number): boolean {
  return hasCity && nth % 2 === 0
}

/** Sends a delivery as a request. `indent` is the number of spaces by which the body is indented. */
async function send(
  simulation: Simulation,
  door: DeliveryTable,
  delivery: Delivery,
  indent: number,
): Promise<void> {
  const { refs, by, header, id } = delivery
  const { model, demo, clock } = simulation
  const byUrl = by === 'url'
  for (let nth = 0; nth < delivery.leads; nth++) model.comes(leadAddressOf(delivery.person + nth))
  const requestId = nextRequest(door, refs)
  const begun = model.moments.next()
  const words = `deliver "${refs.join('", "')}" by ${by}${id === null ? '' : ` as ${id}`}`
  const ended = await simulation.ask(words, {
    method: 'POST',
    path: byUrl ? `/api/v1/public/data-tables/ingest/${door.token}` : '/api/v1/public/ingest',
    headers: {
      'content-type': 'application/json',
      'x-request-id': requestId,
      ...(byUrl ? {} : { authorization: `Bearer ${demo.apiKey}` }),
      ...(header === null || id === null ? {} : { [header]: id }),
    },
    body: JSON.stringify(bodyOf(door, delivery), null, indent),
  })
  // The service may store the leads even without a successful answer, but each at most once.
  for (const ref of refs) if (!door.table.acknowledged.has(ref)) door.table.inDoubt.add(ref)
  if (ended.kind !== 'answered' || ended.value.status >= 300) return
  const { arrivalId, accepted } = ended.value.body
  const isStored = ended.value.status === 201 || accepted === refs.length
  if (isStored) noteStored(door, { refs, begun, ended: model.moments.next() })
  const at = clock.now()
  for (const ref of refs.filter((one) => !door.erased.has(one)))
    if (typeof arrivalId === 'string') door.answered.set(ref, { at, arrivalId })
    else if (!door.answered.has(ref)) door.answered.set(ref, { at, arrivalId: null })
}

/** Notes that the leads of a request are in the table, so that a spinner over it takes each of them. */
function noteStored({ table, erased }: DeliveryTable, sending: KnownSending): void {
  const refs = sending.refs.filter((ref) => !erased.has(ref))
  if (!table.sendings.some((one) => one.refs.some((ref) => refs.includes(ref))))
    table.sendings.push({ ...sending, refs })
}

/** Returns the request id for one attempt to send a delivery, and keeps it with the ids of earlier attempts. */
function nextRequest({ table, requests }: DeliveryTable, refs: readonly string[]): string {
  const id = `${table.name.replace(' ', '-')}-request-${new Set([...requests.values()].flat()).size + 1}`
  for (const ref of refs) requests.set(ref, [...(requests.get(ref) ?? []), id])
  return id
}

/**
 * Returns the milliseconds for which a simulated source repeats a delivery: half of the time for which the service
 * recognises a repeat. A request without an id in Spindle's own format is never recognised.
 */
function repeatedMs({ kind }: DeliveryTable, hasId: boolean): number {
  if (hasId) return 2 * 86_400_000
  return kind === 'mapped' ? 300_000 : 0
}

/**
 * Returns how many different deliveries the simulator has made of the same content, this one included. A repeat
 * counts as the same delivery.
 */
function generationOf(
  { firstSent }: DeliveryTable,
  content: string,
  ms: number,
  { clock }: Simulation,
): number {
  const now = clock.now()
  for (let generation = 1; ; generation++) {
    const name = `${content} ${generation}`
    const at = firstSent.get(name)
    if (at === undefined) firstSent.set(name, now)
    if (at === undefined || now.getTime() - at.getTime() < ms) return generation
  }
}

function bodyOf(door: DeliveryTable, { refs, by, id, ...content }: Delivery): object {
  const [first = ''] = refs
  const { person } = content
  if (door.kind === 'mapped') {
    const lead = { reference: first, mail: leadAddressOf(person), first: `Lead ${person}` }
    return id === null ? lead : { event_id: id, ...lead }
  }
  const records = refs.map((ref, nth) => ({
    ref,
    email: leadAddressOf(person + nth),
    name: `Lead ${(person + nth) % leadCount}`,
    ...(hasCityOf(content, nth) ? { city: 'Graz' } : {}),
  }))
  return by === 'key' ? { dataTableId: door.table.id, records } : { records }
}
