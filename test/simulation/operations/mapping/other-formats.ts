import { service } from '../../../../src/domain/account/audit/actor.ts'
import { AdmitArrivals } from '../../../../src/use-cases/arrival/admit-arrivals.ts'
import { DiscardArrivals } from '../../../../src/use-cases/arrival/discard-arrivals.ts'
import {
  type BodyKind,
  bodyKinds,
  type KnownBody,
  type MappedTable,
} from '../../model/mapping/mapped-table.ts'
import type { Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'
import { bodyOf, peopleIn } from './bodies.ts'
import { changeSettings, makeMappedTable } from './make-mapped-table.ts'
import { changeMapping, createMapping } from './map-bodies.ts'

const actions = [
  'deliver',
  'deliver',
  'deliver',
  'proposed',
  'proposed',
  'complete',
  'incomplete',
  'other list',
  'unchecked',
  'checked',
  'delete',
  'admit',
  'admit',
  'admit',
  'discard',
  'settings',
] as const

/**
 * Lets sources deliver bodies of other formats to a table, and users map, admit and discard them. It is one operation,
 * because its parts have an effect only together.
 */
export const otherFormats = operation({
  name: 'bodies of other formats',
  weight: 3,
  draw: (random) => ({
    actions: Array.from({ length: random.between(1, 3) }, () => random.pick(actions)),
    kind: random.pick(bodyKinds),
    /** The number of bodies that are delivered together. */
    bodies: random.pick([1, 1, 3]),
    autoMap: random.chance(0.6),
    fills: random.chance(0.5),
    one: random.chance(0.3) ? random.below(8) : null,
    mapping: random.below(8),
  }),
  run: async (simulation, { actions: all, kind: drawn, bodies, autoMap, fills, one, mapping }) => {
    const settings = { autoMap, missingColumns: fills ? 'fill' : 'reject' } as const
    const [known] = simulation.model.mappedTables
    const mapped = known ?? (await makeMappedTable(simulation, settings))
    const kind = bodyKinds.find((name) => name === drawn) ?? 'owner'
    if (mapped === null) return
    for (const action of all)
      switch (action) {
        case 'deliver':
          for (let body = 0; body < bodies; body++) await deliver(simulation, mapped, kind)
          break
        case 'proposed':
        case 'complete':
        case 'incomplete':
          await createMapping(simulation, mapped, { kind, how: action })
          break
        case 'other list':
        case 'checked':
        case 'unchecked':
        case 'delete':
          await changeMapping(simulation, mapped, mapping, action)
          break
        case 'admit':
          await admit(simulation, mapped, one)
          break
        case 'discard':
          await discard(simulation, mapped, one ?? 0)
          break
        default:
          await changeSettings(simulation, mapped, settings)
      }
  },
})

async function deliver(simulation: Simulation, mapped: MappedTable, kind: BodyKind): Promise<void> {
  const { table, token, bodies } = mapped
  const number = bodies.length + 1
  const requestId = `${table.name.replace(' ', '-')}-${number}`
  const lists = peopleIn(kind, table.name, number)
  const sentAt = simulation.clock.now()
  const body: KnownBody = { kind, lists, requestId, sentAt, isAccepted: false, mayBeDiscarded: false }
  bodies.push(body)
  for (const { ref } of lists.flat()) table.inDoubt.add(ref)
  const ended = await simulation.ask(`deliver body ${number} (${kind}) to ${table.name}`, {
    method: 'POST',
    path: `/api/v1/public/data-tables/ingest/${token}`,
    headers: { 'content-type': 'application/json', 'x-request-id': requestId },
    body: JSON.stringify(bodyOf(kind, lists, simulation.model.ownersAddress)),
  })
  body.isAccepted = ended.kind === 'answered' && ended.value.status < 300
}

async function admit(simulation: Simulation, { table }: MappedTable, one: number | null): Promise<void> {
  const { organizationId } = simulation.demo
  const arrival = one === null ? null : await storedArrival(simulation, table.id, one)
  const which = arrival === null ? {} : { arrivalIds: [arrival.id] }
  const order = { organizationId, dataTableId: table.id, dryRun: false, ...which, by: service }
  await simulation.call(`admit ${arrival === null ? 'all' : 'one'} of ${table.name}`, (api) =>
    api.get(AdmitArrivals).execute(order, async () => {}),
  )
}

async function discard(simulation: Simulation, { table, bodies }: MappedTable, one: number): Promise<void> {
  const { organizationId } = simulation.demo
  const arrival = await storedArrival(simulation, table.id, one)
  const body = bodies.find(({ requestId }) => requestId === arrival?.requestId)
  if (arrival === null || body === undefined) return
  body.mayBeDiscarded = true
  const which = { dataTableId: table.id, arrivalIds: [arrival.id], states: ['held', 'refused'] as const }
  await simulation.call(`discard the body ${body.requestId}`, (api) =>
    api.get(DiscardArrivals).execute({ organizationId, ...which, by: service }, async () => {}),
  )
}

async function storedArrival({ rows }: Simulation, tableId: string, number: number) {
  const stored = await rows<{ id: string; requestId: string }>(
    `select id, request_id as "requestId" from arrivals where data_table_id = $1 and state = 'held' order by id`,
    [tableId],
  )
  return named(stored, number)
}
