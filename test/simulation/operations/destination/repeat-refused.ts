import { elapse } from '../../run/due-work.ts'
import { ingest } from '../arrival/ingest.ts'
import { act, named, operation } from '../operation.ts'
import { changeDestination } from './change-destination.ts'
import { deliverEvents } from './deliver-events.ts'
import { receiverFails } from './receiver-fails.ts'
import { repeatAttempt } from './send-again.ts'

const minute = 60
const hour = 3_600

/**
 * Lets a receiver refuse requests and then work again. A user may narrow the destination, and repeats a request before
 * its retry. Drawn one by one, these operations rarely concern a request that has a retry.
 */
export const repeatRefused = operation({
  name: 'a refused request is repeated',
  weight: 4,
  isAlone: true,
  needs: 'create a destination',
  draw: (random, others) => {
    const destination = random.below(2)
    const arrive = () => ({ operation: ingest.name, input: ingest.draw(random, others) })
    const change = {
      ...changeDestination.draw(random, others),
      destination,
      what: random.pick(['types', 'types', 'project']),
      caller: 2,
      revision: 'none',
    }
    const repeat = {
      ...repeatAttempt.draw(random, others),
      destination,
      attempt: random.pick([0, 0, 0, 1, 2]),
    }
    return {
      destination,
      outage: random.pick([0, 0, 0, 1]),
      /** The arrivals during the outage, a minute apart. Five failures make the destination failing. */
      arrivals: Array.from({ length: random.pick([1, 1, 2, 6]) }, arrive),
      change: random.chance(0.6) ? { operation: changeDestination.name, input: change } : null,
      repeats: Array.from({ length: random.pick([1, 1, 2]) }, () => ({
        operation: repeatAttempt.name,
        input: { ...repeat, caller: 2 },
      })),
      seconds: random.pick([0, 10, hour, 6 * hour]),
    }
  },
  run: async (simulation, { destination: nth, outage, arrivals, change, repeats, seconds }, others) => {
    const destination = named(simulation.model.destinations.created, nth)
    if (destination === null) return
    await act(simulation, { operation: receiverFails.name, input: { destination: nth, outage } }, others)
    for (const [number, arrival] of arrivals.entries()) {
      await act(simulation, arrival, others)
      if (number > 0) await elapse(simulation, minute)
      await act(simulation, { operation: deliverEvents.name, input: { runtime: 0 } }, others)
    }
    destination.outage = null
    simulation.story.tell(`the receiver of ${destination.name} works again`)
    if (change !== null) await act(simulation, change, others)
    for (const repeat of repeats) await act(simulation, repeat, others)
    if (seconds === 0) return
    await elapse(simulation, seconds)
    simulation.isQuiet = true
  },
})
