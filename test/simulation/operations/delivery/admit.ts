import { service } from '../../../../src/domain/account/audit/actor.ts'
import { AdmitArrivals } from '../../../../src/use-cases/arrival/admit-arrivals.ts'
import { named, operation } from '../operation.ts'

/**
 * Admits held and refused arrivals as a user of the console does: all arrivals of a table, or a single one. The
 * simulator draws this operation.
 */
export const admit = operation({
  name: 'admit arrivals',
  weight: 3,
  draw: (random) => ({ door: random.below(4), one: random.chance(0.3) ? random.below(8) : null }),
  run: async (simulation, { door: number, one }) => {
    const { model, demo } = simulation
    const door = named(model.doors, number)
    if (door === null) return
    const stored = await simulation.rows<{ id: string }>(
      'select id from arrivals where data_table_id = $1 order by id',
      [door.table.id],
    )
    const arrival = one === null ? null : named(stored, one)
    const which = arrival === null ? {} : { arrivalIds: [arrival.id] }
    const order = {
      organizationId: demo.organizationId,
      dataTableId: door.table.id,
      preview: false,
      ...which,
    }
    await simulation.call(`admit ${arrival === null ? 'all' : 'one'} of ${door.table.name}`, (api) =>
      api.get(AdmitArrivals).execute({ ...order, by: service }, async () => {}),
    )
  },
})
