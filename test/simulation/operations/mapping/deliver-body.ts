import { service } from '../../../../src/domain/account/audit/actor.ts'
import { DiscardArrivals } from '../../../../src/use-cases/arrival/discard-arrivals.ts'
import type { BodyKind, KnownBody, MappedTable } from '../../model/mapping/mapped-table.ts'
import type { Simulation } from '../../run/simulation.ts'
import { bodyOf, peopleIn } from './bodies.ts'

/** Delivers a body to a table as a simulated source. If `repeated` is an earlier body, the source sends its bytes again. */
export async function deliverBody(
  simulation: Simulation,
  mapped: MappedTable,
  kind: BodyKind,
  repeated: KnownBody | null = null,
): Promise<KnownBody> {
  const { table, token, bodies } = mapped
  const number = bodies.length + 1
  const requestId = `${table.name.replace(' ', '-')}-${number}`
  const lists = repeated?.lists ?? peopleIn(kind, table.name, number)
  const sentAt = simulation.clock.now()
  const body: KnownBody = { kind, lists, requestId, sentAt, isAccepted: false, mayBeDiscarded: false }
  bodies.push(body)
  for (const { ref } of lists.flat()) table.inDoubt.add(ref)
  const words = repeated === null ? '' : `, which repeats ${repeated.requestId},`
  const ended = await simulation.ask(`deliver body ${number} (${kind})${words} to ${table.name}`, {
    method: 'POST',
    path: `/api/v1/public/data-tables/ingest/${token}`,
    headers: { 'content-type': 'application/json', 'x-request-id': requestId },
    body: JSON.stringify(bodyOf(kind, lists, simulation.model.ownersAddress)),
  })
  body.isAccepted = ended.kind === 'answered' && ended.value.status < 300
  return body
}

/** Discards the held or refused arrival of a body, if there is one, as a user of the console does. */
export async function discardBody(
  simulation: Simulation,
  { table }: MappedTable,
  body: KnownBody,
): Promise<void> {
  const { organizationId } = simulation.demo
  const arrivals = await simulation.rows<{ id: string }>(
    'select id from arrivals where data_table_id = $1 and request_id = $2',
    [table.id, body.requestId],
  )
  body.mayBeDiscarded = true
  const which = {
    dataTableId: table.id,
    arrivalIds: arrivals.map(({ id }) => id),
    states: ['held', 'refused'] as const,
  }
  await simulation.call(`discard the body ${body.requestId}`, (api) =>
    api.get(DiscardArrivals).execute({ organizationId, ...which, by: service }, async () => {}),
  )
}
