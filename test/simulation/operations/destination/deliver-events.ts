import { EventMaintenance } from '../../../../src/use-cases/event/event-maintenance.ts'

import { deliverEvents as deliver } from '../../run/deliver-events.ts'
import { ProcessEnded } from '../../run/gates.ts'
import { operation } from '../operation.ts'

/** Lets a simulated runtime deliver the events that are due, also beside another operation. */
export const deliverEvents = operation({
  name: 'deliver events',
  weight: 4,
  needs: 'create a destination',
  draw: (random) => ({ runtime: random.below(2) }),
  run: async (simulation, { runtime: number }) => {
    if (simulation.model.destinations.created.length === 0) return
    const runtime = simulation.runtime(number)
    try {
      await runtime.get(EventMaintenance).number()
      await deliver(simulation, runtime)
    } catch (error) {
      if (error instanceof ProcessEnded || !runtime.isAlive || simulation.outage.hasBegun) return
      simulation.fault(`${runtime.name}: the delivery of events failed with ${String(error)}`)
    }
  },
})
