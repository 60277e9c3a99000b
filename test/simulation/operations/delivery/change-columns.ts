import { service } from '../../../../src/domain/account/audit/actor.ts'
import { Columns } from '../../../../src/use-cases/table/columns/columns.ts'

import { named, operation } from '../operation.ts'

/** Adds the column "city" to a simulated table whose deliveries already have it, or removes the column again. */
export const changeColumns = operation({
  name: 'change the columns of a door',
  weight: 2,
  draw: (random) => ({ door: random.below(4), remove: random.chance(0.2) }),
  run: async (simulation, { door: number, remove }) => {
    const { model, demo } = simulation
    const door = named(model.doors, number)
    if (door === null) return
    const { table, columns } = door
    const hasCity = columns.includes('city')
    if (hasCity !== remove) return
    const of = { organizationId: demo.organizationId, dataTableId: table.id, revision: null, by: service }
    const change = remove
      ? await simulation.call(`remove the column city of ${table.name}`, (api) =>
          api.get(Columns).remove(of, { ...of, column: 'city' }),
        )
      : await simulation.call(`add the column city to ${table.name}`, (api) =>
          api.get(Columns).add(of, { ...of, name: 'city', isMetadata: true, type: 'text' }),
        )
    if (change.kind !== 'answered') return
    door.columns = remove ? columns.filter((column) => column !== 'city') : [...columns, 'city']
  },
})
