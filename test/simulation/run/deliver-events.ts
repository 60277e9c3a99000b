import { DeliverEvents } from '../../../src/use-cases/event/destinations/deliver-events.ts'
import { ProcessEnded } from './gates.ts'
import type { ServiceProcess } from './service-process.ts'
import type { Simulation } from './simulation.ts'

/** Delivers everything that is due to the simulated destinations. Returns the number of due destinations. */
export async function deliverEvents(simulation: Simulation, runtime: ServiceProcess): Promise<number> {
  if (simulation.organizations.every(({ model }) => model.destinations.all.length === 0)) return 0
  const delivering = runtime.get(DeliverEvents)
  const begun = await delivering.begin(new AbortController().signal, ({ error }) => {
    if (error instanceof ProcessEnded || !runtime.isAlive || simulation.outage.hasBegun) return
    simulation.fault(`${runtime.name}: a delivery of events failed with ${String(error)}`)
  })
  await delivering.ended()
  return begun
}
