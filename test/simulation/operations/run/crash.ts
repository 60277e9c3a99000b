import { drain } from '../../run/due-work.ts'
import { heavyTailed } from '../../run/transit/transit.ts'
import { type Action, act, operation } from '../operation.ts'

/** Runs another operation of the simulator, during which the API process or a runtime ends. */
export const crash = operation({
  name: 'crash',
  weight: 4,
  isAlone: true,
  keepsTransit: true,
  draw: (random, others) => {
    const other = random.weighted(others.filter(({ name }) => name !== 'crash' && name !== 'two at once'))
    return {
      operation: other.name,
      input: other.draw(random, others),
      /**
       * The simulated process that crashes: 0 is the API process, other numbers are runtimes. A runtime whose work is
       * held crashes instead of another one.
       */
      process: random.pick([0, 0, 1, 2]),
      gate: heavyTailed(random, 60),
      when: random.pick(['before', 'after']),
      /** Whether the process may end within a transaction: each of its statements counts as a use of the world. */
      inside: random.chance(0.5),
    }
  },
  run: async (simulation, { operation: name, input, process: index, gate, when, inside }, others) => {
    const runtime = () => simulation.transit.heldProcess ?? simulation.runtime(index - 1)
    const process = index === 0 ? simulation.api : runtime()
    process.crashAt({ gate, when: when === 'before' ? 'before' : 'after', isInside: inside })
    const action: Action = { operation: name, input }
    simulation.story.tell(`${process.name} is to end ${when} its use ${gate} of the world`)
    await act(simulation, action, others)
    // Lets due work run, because a planned crash may also hit a runtime later, while it does the work that the
    // operation has queued.
    if (process.isAlive && index > 0) await drain(simulation)
    // Work of the process that was held before continues until its end or the crash.
    await simulation.transit.finish(process)
    process.crashAt(null)
  },
})
