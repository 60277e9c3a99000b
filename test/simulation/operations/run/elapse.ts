import { elapse as letPass } from '../../run/due-work.ts'
import { drawStop } from '../../run/transit/transit.ts'
import { operation } from '../operation.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

export const elapse = operation({
  name: 'elapse',
  weight: 6,
  isAlone: true,
  keepsTransit: true,
  draw: (random) => ({
    seconds: random.pick([10, minute, 10 * minute, hour, 6 * hour, day, 3 * day, 14 * day, 31 * day]),
    stop: drawStop(random, 0.5),
  }),
  run: async (simulation, { seconds, stop }) => {
    simulation.story.tell(`${seconds} seconds pass`)
    await letPass(simulation, seconds, stop)
    simulation.isQuiet = simulation.transit.isEmpty
  },
})
