import { service } from '../../../../src/domain/account/audit/actor.ts'
import { AdmitArrivals } from '../../../../src/use-cases/arrival/admit-arrivals.ts'
import { bodyKinds, type MappedTable } from '../../model/mapping/mapped-table.ts'
import type { Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'
import { deliverBody, discardBody } from './deliver-body.ts'
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
    mapsAutomatically: random.chance(0.6),
    fills: random.chance(0.5),
    one: random.chance(0.3) ? random.below(8) : null,
    mapping: random.below(8),
  }),
  run: async (simulation, { actions: all, kind: drawn, bodies, mapsAutomatically, fills, one, mapping }) => {
    const settings = { mapsAutomatically, missingColumns: fills ? 'fill' : 'reject' } as const
    const [known] = simulation.model.mappedTables
    const mapped = known ?? (await makeMappedTable(simulation, settings))
    const kind = bodyKinds.find((name) => name === drawn) ?? 'owner'
    if (mapped === null) return
    for (const action of all)
      switch (action) {
        case 'deliver':
          for (let body = 0; body < bodies; body++) await deliverBody(simulation, mapped, kind)
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
          await discardOne(simulation, mapped, one ?? 0)
          break
        default:
          await changeSettings(simulation, mapped, settings)
      }
  },
})

async function admit(simulation: Simulation, { table }: MappedTable, one: number | null): Promise<void> {
  const { organizationId } = simulation.demo
  const arrival = one === null ? null : await storedArrival(simulation, table.id, one)
  const which = arrival === null ? {} : { arrivalIds: [arrival.id] }
  const order = { organizationId, dataTableId: table.id, preview: false, ...which, by: service }
  await simulation.call(`admit ${arrival === null ? 'all' : 'one'} of ${table.name}`, (api) =>
    api.get(AdmitArrivals).execute(order, async () => {}),
  )
}

async function discardOne(simulation: Simulation, mapped: MappedTable, one: number): Promise<void> {
  const arrival = await storedArrival(simulation, mapped.table.id, one)
  const body = mapped.bodies.find(({ requestId }) => requestId === arrival?.requestId)
  if (body !== undefined) await discardBody(simulation, mapped, body)
}

async function storedArrival({ rows }: Simulation, tableId: string, number: number) {
  const stored = await rows<{ id: string; requestId: string }>(
    `select id, request_id as "requestId" from arrivals where data_table_id = $1 and status = 'held' order by id`,
    [tableId],
  )
  return named(stored, number)
}
