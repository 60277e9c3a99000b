import { hashOf } from '../../run/random.ts'
import { act, operation } from '../operation.ts'

/**
 * Runs two operations of the simulator concurrently. At each gate (a use of the database or a sending), `order`
 * decides which of them continues.
 */
export const twoAtOnce = operation({
  name: 'two at once',
  weight: 5,
  isAlone: true,
  draw: (random, others) => {
    const possible = others.filter(({ isAlone }) => isAlone !== true)
    const [first, second] = [random.weighted(possible), random.weighted(possible)]
    return {
      first: { operation: first.name, input: first.draw(random, others) },
      second: { operation: second.name, input: second.draw(random, others) },
      order: random.below(1_000_000),
    }
  },
  run: async (simulation, { first, second, order }, others) => {
    simulation.story.tell(`at once: ${first.operation}, and ${second.operation}`)
    let decided = 0
    await simulation.gates.together(
      [first, second].map((action) => () => act(simulation, action, others)),
      (count) => hashOf('order', order, decided++) % count,
    )
  },
})
