import { elapse } from '../../run/due-work.ts'
import { hashOf } from '../../run/random.ts'
import { ingest } from '../arrival/ingest.ts'
import { act, operation } from '../operation.ts'
import { changeDestination } from './change-destination.ts'
import { deliverEvents } from './deliver-events.ts'
import { repeatAttempt } from './send-again.ts'

const hour = 3_600

/**
 * Lets records arrive, a destination change or an attempt be repeated while a runtime makes requests to destinations,
 * which may fail. Drawn one by one, these operations rarely happen during a request.
 */
export const eventsDuringDelivery = operation({
  name: 'events come during a delivery',
  weight: 3,
  isMeeting: true,
  isAlone: true,
  needs: 'create a destination',
  draw: (random, others) => {
    const destination = random.below(2)
    const arrive = () => ({ operation: ingest.name, input: ingest.draw(random, others) })
    const change = (input: object) => ({
      operation: changeDestination.name,
      input: {
        ...changeDestination.draw(random, others),
        destination,
        caller: 2,
        revision: 'none',
        ...input,
      },
    })
    const repeat = () => ({
      operation: repeatAttempt.name,
      input: { ...repeatAttempt.draw(random, others), destination, attempt: random.below(2), caller: 2 },
    })
    const meanwhile = [arrive, arrive, () => change({ what: 'url' }), () => change({ what: 'types' }), repeat]
    return {
      before: arrive(),
      outage: random.chance(0.5) ? { destination, outage: 0 } : null,
      meanwhile: random.pick(meanwhile)(),
      after: random.pick(meanwhile)(),
      order: random.below(1_000_000),
      seconds: random.pick([10, hour, 6 * hour]),
    }
  },
  run: async (simulation, { before, outage, meanwhile, after, order, seconds }, others) => {
    if (simulation.model.destinations.created.length === 0) return
    if (outage !== null) await act(simulation, { operation: 'a receiver fails', input: outage }, others)
    await act(simulation, before, others)
    const deliver = (runtime: number) =>
      act(simulation, { operation: deliverEvents.name, input: { runtime } }, others)
    let decided = 0
    const happen = async () => {
      await act(simulation, meanwhile, others)
      await deliver(1)
    }
    await simulation.gates.together(
      [() => deliver(0), happen],
      (count) => hashOf('order', order, decided++) % count,
    )
    await act(simulation, after, others)
    await elapse(simulation, seconds)
    simulation.isQuiet = true
  },
})
