import { takeEntry } from '../../run/queue.ts'
import { drawStop } from '../../run/transit/transit.ts'
import { operation } from '../operation.ts'

/** Lets the simulated runtimes process one to three wake-ups of the queue; others may stay in the queue. */
export const work = operation({
  name: 'work',
  weight: 6,
  draw: (random) => ({
    entries: random.between(1, 3),
    order: random.below(1_000_000),
    stop: drawStop(random, 0.8),
  }),
  run: async (simulation, { entries, order, stop }) => {
    const { transit } = simulation
    await transit.until(stop, async () => {
      for (let nth = 0; nth < entries && !transit.isStopped; nth++) await takeEntry(simulation, order + nth)
    })
  },
})
