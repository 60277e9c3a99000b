import { createTasks, schedule } from '../../../workers/tasks/tasks.ts'
import { ProcessEnded } from './gates.ts'
import { hashOf } from './random.ts'
import type { Simulation } from './simulation.ts'

interface Entry {
  readonly id: string
  readonly task: string
  readonly payload: unknown
}

/** The names of the scheduled tasks, such as "finish-arrivals". */
export const periodicTasks: readonly string[] = schedule
  .split('\n')
  .flatMap((line) => (line === '' ? [] : [line.split(' ')[5] ?? '']))

/** Runs one queue entry in one runtime. The seed decides which entry and which runtime. Returns false if there is none. */
export async function takeEntry(simulation: Simulation, turn: number): Promise<boolean> {
  const entries = await simulation.rows<Entry>(`
    select j.id, t.identifier as task, j.payload
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     order by j.id`)
  const choice = hashOf('entry', simulation.seed, turn)
  const entry = entries[choice % Math.max(entries.length, 1)]
  if (entry === undefined) return false
  await simulation.rows('delete from graphile_worker._private_jobs where id = $1', [entry.id])
  await runTask(simulation, choice >>> 8, entry.task, entry.payload)
  return true
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
