import { hashOf } from '../../run/random.ts'
import { act, operation } from '../operation.ts'

/**
 * Runs two or three operations of the simulator concurrently, half of the time of one feature or of one kind. At each gate (a statement or a sending), `order` decides
 * which of them continues. Half of the time runtimes send messages meanwhile, so that an operation meets messages and
 * slices in transit.
 */
export const twoAtOnce = operation({
  name: 'two at once',
  weight: 14,
  isAlone: true,
  keepsTransit: true,
  draw: (random, others) => {
    const possible = others.filter(({ isAlone }) => isAlone !== true)
    const first = random.weighted(possible)
    const related = possible.filter(({ feature }) => feature === first.feature)
    const second = random.chance(0.2) ? first : random.weighted(random.chance(0.4) ? related : possible)
    const sending = possible.filter(({ name }) => name === 'work')
    const meanwhile = random.chance(0.5) ? sending : []
    return {
      first: { operation: first.name, input: first.draw(random, others) },
      second: { operation: second.name, input: second.draw(random, others) },
      meanwhile: meanwhile.map(({ name, draw }) => ({ operation: name, input: draw(random, others) })),
      order: random.below(1_000_000),
    }
  },
  run: async (simulation, { first, second, meanwhile, order }, others) => {
    const actions = [first, second, ...meanwhile]
    simulation.story.tell(`at once: ${actions.map(({ operation: name }) => name).join(', and ')}`)
    let decided = 0
    await simulation.gates.together(
      actions.map((action) => () => act(simulation, action, others)),
      (count) => hashOf('order', order, decided++) % count,
    )
  },
})
