import { drain } from '../../run/due-work.ts'
import { type Action, act, operation } from '../operation.ts'

/** Runs another operation of the simulator, during which the API process or a runtime ends. */
export const crash = operation({
  name: 'crash',
  weight: 4,
  isAlone: true,
  draw: (random, others) => {
    const other = random.weighted(others.filter(({ name }) => name !== 'crash' && name !== 'two at once'))
    return {
      operation: other.name,
      input: other.draw(random, others),
      /** The simulated process that crashes: 0 is the API process, other numbers are runtimes. */
      process: random.pick([0, 0, 1, 2]),
      gate: random.between(1, 8),
      when: random.pick(['before', 'after']),
    }
  },
  run: async (simulation, { operation: name, input, process: index, gate, when }, others) => {
    const process = index === 0 ? simulation.api : simulation.runtime(index - 1)
    process.crashAt({ gate, when: when === 'before' ? 'before' : 'after' })
    const action: Action = { operation: name, input }
    simulation.story.tell(`${process.name} is to end ${when} its use ${gate} of the world`)
    await act(simulation, action, others)
    // Lets due work run, because a planned crash may also hit a runtime later, while it does the work that the
    // operation has queued.
    if (process.isAlive && index > 0) await drain(simulation)
    process.crashAt(null)
  },
})
