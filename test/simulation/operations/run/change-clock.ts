import { operation } from '../operation.ts'

const minute = 60
const hour = 60 * minute

/** Sets the simulated host's clock forward or back, as when a machine wakes up or a wrong time is corrected. */
export const changeClock = operation({
  name: 'change the clock',
  weight: 1,
  isAlone: true,
  draw: (random) => ({
    seconds: random.pick([-5 * hour, -hour, -10 * minute, -minute, minute, 10 * minute, 2 * hour]),
  }),
  run: async (simulation, { seconds }) => {
    const { clock, shared, story } = simulation
    story.tell(`the clock is set ${seconds < 0 ? 'back' : 'forward'} by ${Math.abs(seconds)} seconds`)
    const to = clock.latest
    clock.set(seconds * 1000)
    if (seconds < 0) shared.setsBack.push({ moment: shared.moments.next(), from: clock.realNow(), to })
  },
})
