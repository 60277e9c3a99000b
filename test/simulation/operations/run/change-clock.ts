import { operation } from '../operation.ts'

const minute = 60
const hour = 60 * minute

/** The clock of the host is set, as after a long sleep of the machine or a wrong time. */
export const changeClock = operation({
  name: 'change the clock',
  weight: 1,
  isAlone: true,
  draw: (random) => ({
    seconds: random.pick([-5 * hour, -hour, -10 * minute, -minute, minute, 10 * minute, 2 * hour]),
  }),
  run: async (simulation, { seconds }) => {
    const { clock, story } = simulation
    story.tell(`the clock is set ${seconds < 0 ? 'back' : 'forward'} by ${Math.abs(seconds)} seconds`)
    clock.pass(seconds * 1000)
  },
})
