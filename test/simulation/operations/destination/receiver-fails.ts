import { named, operation } from '../operation.ts'

const hour = 3_600_000

/** The ways in which a receiver fails. The service gives up a request that is refused for 28 hours. */
const outages = [
  { how: 'refuses', hours: 3 },
  { how: 'unreachable', hours: 3 },
  { how: 'unreachable', hours: 40 },
  { how: 'unreachable', hours: 150 },
  { how: 'asks to wait', hours: 1 },
] as const

/** Lets the receiver of a simulated destination fail for some hours. After five days the service disables the destination. */
export const receiverFails = operation({
  name: 'a receiver fails',
  weight: 3,
  needs: 'create a destination',
  draw: (random) => ({ destination: random.below(2), outage: random.pick([0, 0, 1, 1, 2, 3, 4, 4, 4]) }),
  run: async (simulation, { destination: nth, outage: number }) => {
    const { model, clock, story } = simulation
    const destination = named(model.destinations.created, nth)
    const outage = outages[number]
    if (destination === null || outage === undefined) return
    const { how, hours } = outage
    destination.outage = { how, until: new Date(clock.now().getTime() + hours * hour) }
    story.tell(`the receiver of ${destination.name} is down (${how}) for ${hours} hours`)
  },
})
