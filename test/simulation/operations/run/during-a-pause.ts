import { elapse } from '../../run/due-work.ts'
import type { Simulation } from '../../run/simulation.ts'
import { act, operation } from '../operation.ts'

/**
 * Operations of the simulator that change what a recipient waits for. Half of the operations during a pause are
 * drawn from these.
 */
const changes = new Set(['publish a change', 'edit a record', 'trigger', 'ingest'])

/**
 * Pauses a job, a spinner or a sender, runs other operations of the simulator, lets time pass, and resumes it.
 * Operations that name an object of the same kind mostly name the paused one.
 */
export const duringAPause = operation({
  name: 'something during a pause',
  weight: 4,
  isAlone: true,
  keepsTransit: true,
  draw: (random, others) => {
    const of = random.pick(['job', 'spinner', 'spinner', 'sender'] as const)
    const number = random.below(8)
    const possible = others.filter(({ isAlone }) => isAlone !== true)
    const preferred = possible.filter(({ name }) => changes.has(name))
    const meanwhile = Array.from({ length: random.between(1, 3) }, () => {
      const { name, draw } = random.weighted(random.chance(0.5) ? preferred : possible)
      const input = draw(random, others)
      return {
        operation: name,
        input: of in input && random.chance(0.7) ? { ...input, [of]: number } : input,
      }
    })
    return {
      of,
      number,
      before: random.pick([0, 60, 3_600]),
      meanwhile,
      after: random.pick([0, 0, 600, 86_400]),
    }
  },
  run: async (simulation, { of, number, before, meanwhile, after }, others) => {
    await letPass(simulation, before)
    await act(simulation, { operation: `pause a ${of}`, input: { [of]: number } }, others)
    for (const action of meanwhile) await act(simulation, action, others)
    await letPass(simulation, after)
    await act(simulation, { operation: `resume a ${of}`, input: { [of]: number } }, others)
  },
})

async function letPass(simulation: Simulation, seconds: number): Promise<void> {
  if (seconds === 0) return
  simulation.story.tell(`${seconds} seconds pass`)
  await elapse(simulation, seconds)
}
