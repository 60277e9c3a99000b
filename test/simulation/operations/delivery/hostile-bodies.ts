import { service } from '../../../../src/domain/account/audit/actor.ts'
import { DiscardArrivals } from '../../../../src/use-cases/arrival/discard-arrivals.ts'
import type { DeliveryTable } from '../../model/delivery-tables.ts'
import type { Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'
import { malformedBodies } from '../request/malformed-requests.ts'

/** The beginning of the names of records that no table takes. */
const hostile = 'hostile'

const record = { ref: `${hostile} 1`, email: 'hostile@example.org', name: 'Hostile' }

/** Bodies with a record that fits, which is refused with the rest of its body. An open table would add this record. */
const bodiesForStrict = [
  { records: [record, { ...record, 'no such column': 1 }] },
  { records: [record, { ...record, name: { first: 'Hostile' } }] },
  { records: [record, { ...record, name: ['Hostile'] }] },
  { records: [record, null] },
  { records: [{ ref: record.ref, name: record.name }] },
  { records: Array.from({ length: 501 }, () => record) },
  { records: [record], onError: 'stop' },
  { records: [record], unknown: true },
].map((body) => JSON.stringify(body))

/** A body above the limit of 5 MiB. */
const tooLarge = () => `{"records":[{"name":"${'x'.repeat(5 * 1_048_576)}"}]}`

const bodiesForAll = [
  ...malformedBodies,
  '{"records":[]}',
  '{"records":{}}',
  '{"records":"[]"}',
  '{"records":[{}]}',
  '{"records":[{"__proto__":{"ref":1}}]}',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
  'ref=1&ref=2&%zz',
]

/** Bodies without content, which an open table answers and does not store. */
const empty = new Set(['', '[]', 'null', '{"records":[]}', '{"records":{}}', '{"records":[{}]}'])

const json = { 'content-type': 'application/json' }

const headersOf: readonly Readonly<Record<string, string>>[] = [
  ...Array.from({ length: 8 }, () => json),
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/xml' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  {},
]

/**
 * Sends bodies to a table that it does not take: malformed, too large, or of a wrong type. Each is refused, or an open
 * table holds it as an arrival, and no record of it is stored.
 */
export const hostileBodies = operation({
  name: 'hostile bodies',
  weight: 3,
  isAlone: true,
  needs: 'open a door for leads',
  draw: (random) => ({
    door: random.below(4),
    requests: Array.from({ length: random.between(2, 8) }, () => ({
      body: random.below(64),
      headers: random.below(headersOf.length),
      by: random.pick(['url', 'url', 'key']),
      isTooLarge: random.chance(0.05),
    })),
  }),
  run: async (simulation, { door: number, requests }) => {
    const door = named(simulation.model.doors, number)
    if (door === null) return
    const bodies = door.kind === 'strict' ? [...bodiesForStrict, ...bodiesForAll] : bodiesForAll
    for (const { body, headers, by, isTooLarge } of requests) {
      const text = isTooLarge ? tooLarge() : (bodies[body % bodies.length] ?? '')
      await send(simulation, door, { text, headers: headersOf[headers] ?? {}, by })
    }
    const stored = await simulation.rows(
      "select from records where data_table_id = $1 and (data ->> 'ref' like $2 or data ->> 'ref' is null)",
      [door.table.id, `${hostile}%`],
    )
    if (stored.length > 0) simulation.fault(`${door.table.name} has records of bodies that it does not take`)
    // A record that fits could otherwise be added by a later admission of the refused arrival.
    if (door.kind === 'strict') await discard(simulation, door)
  },
})

interface Request {
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
  readonly by: string
}

async function send(
  simulation: Simulation,
  { table, token }: DeliveryTable,
  { text, headers, by }: Request,
): Promise<void> {
  const { demo } = simulation
  const byUrl = by === 'url'
  const words = `send ${text.slice(0, 60)} as ${headers['content-type'] ?? 'nothing'} to ${table.name} by ${by}`
  const ended = await simulation.ask(words, {
    method: 'POST',
    path: byUrl
      ? `/api/v1/public/data-tables/ingest/${token}`
      : `/api/v1/public/ingest?dataTableId=${table.id}`,
    headers: {
      ...headers,
      'x-request-id': `${hostile}-${table.name.replace(' ', '-')}`,
      ...(byUrl ? {} : { authorization: `Bearer ${demo.apiKey}` }),
    },
    body: byUrl || !text.startsWith('{"records"') ? text : `{"dataTableId":"${table.id}",${text.slice(1)}`,
  })
  if (ended.kind !== 'answered' || ended.value.status >= 400) return
  const { arrivalId, duplicate } = ended.value.body
  // An open table recognises the same bytes as a repeat.
  if (duplicate === 1 || empty.has(text)) return
  const arrivals =
    typeof arrivalId === 'string'
      ? await simulation.rows('select from arrivals where id = $1 and data_table_id = $2', [
          arrivalId,
          table.id,
        ])
      : []
  if (arrivals.length === 0)
    simulation.fault(`${words}: answered ${ended.value.status}, and no arrival has the body`)
}

/** Discards the arrivals of hostile bodies, and does so again if the process ended meanwhile. */
async function discard(simulation: Simulation, { table }: DeliveryTable): Promise<void> {
  const { organizationId } = simulation.demo
  for (let tries = 0; tries < 3; tries++) {
    const arrivals = await simulation.rows<{ id: string }>(
      'select id from arrivals where data_table_id = $1 and request_id like $2',
      [table.id, `${hostile}%`],
    )
    for (const { id } of arrivals)
      await simulation.call(`discard a hostile body of ${table.name}`, (api) =>
        api.get(DiscardArrivals).one(organizationId, id, service),
      )
    if (arrivals.length === 0) return
  }
}
