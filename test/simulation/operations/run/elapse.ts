import { elapse as letPass } from '../../run/due-work.ts'
import { operation } from '../operation.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

export const elapse = operation({
  name: 'elapse',
  weight: 6,
  isAlone: true,
  draw: (random) => ({
    seconds: random.pick([10, minute, 10 * minute, hour, 6 * hour, day, 3 * day, 14 * day, 31 * day]),
  }),
  run: async (simulation, { seconds }) => {
    simulation.story.tell(`${seconds} seconds pass`)
    await letPass(simulation, seconds)
    simulation.isQuiet = true
  },
})
