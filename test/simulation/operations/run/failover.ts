import { drain } from '../../run/due-work.ts'
import { act, operation } from '../operation.ts'

/**
 * Runs another operation of the simulator, during which all connections to the database end and a standby takes
 * over.
 */
export const failover = operation({
  name: 'failover',
  weight: 2,
  isAlone: true,
  keepsTransit: true,
  draw: (random, others) => {
    const other = random.weighted(others.filter(({ name, isAlone }) => isAlone !== true || name === 'elapse'))
    return {
      operation: other.name,
      input: other.draw(random, others),
      gate: random.between(1, 12),
      when: random.pick(['before', 'after']),
      /** The number of simulated uses of the database that fail before the standby accepts connections. */
      refusals: random.between(0, 3),
    }
  },
  run: async (simulation, { operation: name, input, gate, when, refusals }, others) => {
    simulation.story.tell(`the database server is to be lost ${when} use ${gate} of it`)
    simulation.outage.plan({ gate, isAfter: when === 'after', refusals })
    await act(simulation, { operation: name, input }, others)
    simulation.noteLostLeases()
    await simulation.transit.finish()
    await drain(simulation)
    simulation.outage.end()
  },
})
