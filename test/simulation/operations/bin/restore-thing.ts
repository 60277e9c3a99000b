import { service } from '../../../../src/domain/account/audit/actor.ts'
import { Bin } from '../../../../src/use-cases/bin/bin.ts'

import type { Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'
import { type ThingEntry, thingEntries } from './bin-entries.ts'

/** Restores a data table or a spinner of the simulation from the bin. */
export const restoreThing = operation({
  name: 'restore a table or a spinner',
  weight: 3,
  draw: (random) => ({ entry: random.below(8) }),
  run: async (simulation, { entry: number }) => {
    const entry = named(await thingEntries(simulation), number)
    if (entry !== null) await restoreThingEntry(simulation, entry)
  },
})

/** Restores a data table or a spinner, which the service refuses only for a reason that the simulator knows. */
export async function restoreThingEntry(simulation: Simulation, entry: ThingEntry): Promise<void> {
  const { demo, gates, organization } = simulation
  const { id: entryId, name, table, bin } = entry
  const order = { organizationId: demo.organizationId, projectIds: null, recordIds: null, after: null }
  const ended = await bin.restore(() =>
    simulation.call(`restore ${name}`, (api) =>
      api.get(Bin).restore({ ...order, by: service }, { ...order, entryId }),
    ),
  )
  // A spinner waits in the bin for its table. Another operation of the simulator may have restored the thing or
  // deleted it permanently at the same time, and a lost database refuses every call.
  const waits = bin !== table.bin && table.bin.mayBeInBin
  const mayRefuse = waits || organization.isForeign || gates.areShared || simulation.outage.hasBegun
  if (ended.kind === 'refused' && !mayRefuse)
    simulation.fault(`${name} could not be restored: ${ended.error.message}`)
}
