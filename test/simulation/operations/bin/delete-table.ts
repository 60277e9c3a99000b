import { service } from '../../../../src/domain/account/audit/actor.ts'
import { DataTables } from '../../../../src/use-cases/table/data-tables.ts'

import { named, operation } from '../operation.ts'
import { moveSpinnerToBin } from './delete-spinner.ts'

/** Deletes a simulated table, mostly after the spinners that use it. */
export const deleteTable = operation({
  name: 'delete a table',
  weight: 1,
  draw: (random) => ({
    table: random.below(6),
    withSpinners: random.chance(0.8),
    cancels: random.chance(0.8),
  }),
  run: async (simulation, { table: number, withSpinners, cancels }) => {
    const { model, demo, clock } = simulation
    const table = named(model.allTables, number)
    if (table === null) return
    if (withSpinners)
      for (const spinner of model.spinners.filter((one) => one.table === table && one.bin.mayBeInUse))
        await moveSpinnerToBin(simulation, spinner, cancels)
    const order = { organizationId: demo.organizationId, dataTableId: table.id, by: service }
    await table.bin.delete(clock.now(), () =>
      simulation.call(`delete ${table.name}`, (api) => api.get(DataTables).delete(order, order.dataTableId)),
    )
  },
})
