import { act, operation } from '../operation.ts'
import { admit } from './admit.ts'
import { deliver } from './deliver.ts'

const hour = 3_600
const day = 24 * hour

const moves = ['deliver', 'deliver', 'deliver', 'admit', 'columns', 'wait', 'wait'] as const

/**
 * Delivers leads under one id to one table over some days, while users change its columns and admit what is held. Drawn
 * one by one, these operations seldom name the same id before and after the end of the time in which the service
 * recognises a repeat.
 */
export const deliverOverDays = operation({
  name: 'deliver leads over days',
  weight: 1,
  isAlone: true,
  needs: 'open a door for leads',
  draw: (random, others) => {
    const [door, id] = [random.below(4), random.below(3)]
    const actions = Array.from({ length: random.between(4, 9) }, () => {
      switch (random.pick(moves)) {
        case 'deliver':
          return { operation: deliver.name, input: { ...deliver.draw(random, others), door, id } }
        case 'admit':
          return { operation: admit.name, input: { ...admit.draw(random, others), door } }
        case 'columns': {
          const input = { door, remove: random.chance(0.4) }
          return { operation: 'change the columns of a door', input }
        }
        default:
          return { operation: 'elapse', input: { seconds: random.pick([hour, day, 2 * day, 5 * day]) } }
      }
    })
    return { actions }
  },
  run: async (simulation, { actions }, others) => {
    for (const action of actions) {
      simulation.isQuiet = false
      await act(simulation, action, others)
    }
  },
})
