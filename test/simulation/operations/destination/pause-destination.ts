import { DestinationStatuses } from '../../../../src/use-cases/event/destinations/destination-statuses.ts'

import { named, operation } from '../operation.ts'
import { by, callAbout, callerOf, drawCaller } from './destination-reach.ts'

export const pauseDestination = operation({
  name: 'pause a destination',
  weight: 2,
  needs: 'create a destination',
  draw: (random) => ({ destination: random.below(2), caller: drawCaller(random) }),
  run: async (simulation, { destination: nth, caller: number }) => {
    const destination = named(simulation.model.destinations.created, nth)
    const { id = null } = destination ?? {}
    if (destination === null || id === null) return
    const caller = await callerOf(simulation, number)
    destination.mayForgetWait()
    await destination.isPaused.set(true, () =>
      callAbout(simulation, destination, caller, 'pause', (api) =>
        api.get(DestinationStatuses).pause({ ...caller.reach, by }, id),
      ),
    )
  },
})

/** Resumes a simulated destination. The events that wait are delivered, or skipped. */
export const resumeDestination = operation({
  name: 'resume a destination',
  weight: 3,
  needs: 'create a destination',
  draw: (random) => ({
    destination: random.below(2),
    skip: random.chance(0.2),
    caller: drawCaller(random),
  }),
  run: async (simulation, { destination: nth, skip, caller: number }) => {
    const destination = named(simulation.model.destinations.created, nth)
    const { id = null } = destination ?? {}
    if (destination === null || id === null) return
    const caller = await callerOf(simulation, number)
    if (skip) destination.isChanged = true
    destination.mayForgetWait()
    await destination.isPaused.set(false, () =>
      callAbout(simulation, destination, caller, skip ? 'resume without the past' : 'resume', (api) =>
        api.get(DestinationStatuses).resume({ ...caller.reach, by }, id, skip),
      ),
    )
  },
})
