import { createTasks, schedule } from '../../../workers/tasks/tasks.ts'
import { ProcessEnded } from './gates.ts'
import { type NextWork, nextWork } from './next-work.ts'
import { hashOf } from './random.ts'
import type { Simulation } from './simulation.ts'

/** The names of the scheduled tasks, such as "finish-arrivals". */
export const periodicTasks: readonly string[] = schedule
  .split('\n')
  .flatMap((line) => (line === '' ? [] : [line.split(' ')[5] ?? '']))

/**
 * Runs one queue entry in one runtime; the seed decides which entry and which runtime. Returns the entry, or, if there
 * is none, what else is due.
 */
export async function takeEntry(simulation: Simulation, turn: number): Promise<NextWork> {
  const choice = hashOf('entry', simulation.seed, turn)
  const next = await nextWork(simulation, choice)
  if (next.entry !== null) await runTask(simulation, choice >>> 8, next.entry.task, next.entry.payload)
  return next
}

/** Runs a task in a runtime as the queue would. An error is a fault, unless the runtime or the database has ended. */
export async function runTask(
  simulation: Simulation,
  index: number,
  name: string,
  payload: unknown = {},
): Promise<void> {
  const runtime = simulation.runtime(index)
  const task = createTasks(runtime.container)[name]
  if (task === undefined) throw new Error(`There is no task ${name}`)
  const logger = { warn: () => {} }
  try {
    await task(payload, { signal: new AbortController().signal, logger })
  } catch (error) {
    if (error instanceof ProcessEnded || !runtime.isAlive || simulation.outage.hasBegun) return
    simulation.fault(`${runtime.name}: ${name} failed with ${String(error)}`)
  }
}
