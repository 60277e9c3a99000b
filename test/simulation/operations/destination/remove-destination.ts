import { Destinations } from '../../../../src/use-cases/event/destinations/destinations.ts'

import { named, operation } from '../operation.ts'
import { by, callAbout, callerOf, drawCaller } from './destination-reach.ts'

/** Removes a simulated destination. It receives nothing afterwards, as if it were paused for good. */
export const removeDestination = operation({
  name: 'remove a destination',
  weight: 1,
  needs: 'create a destination',
  draw: (random) => ({ destination: random.below(2), caller: drawCaller(random) }),
  run: async (simulation, { destination: nth, caller: number }) => {
    const { model, clock } = simulation
    const destination = named(model.destinations.created, nth)
    const { id = null } = destination ?? {}
    if (destination === null || id === null) return
    const caller = await callerOf(simulation, number)
    const ended = await destination.isPaused.set(true, () =>
      callAbout(simulation, destination, caller, 'remove', (api) =>
        api.get(Destinations).remove({ ...caller.reach, by }, id, clock.now()),
      ),
    )
    if (ended.kind === 'refused') return
    destination.mayBeRemoved = true
    // The service writes events of these types for seven more days. The simulator reads them to the end of the run.
    await simulation.subscribe(simulation.demo.organizationId)
  },
})
