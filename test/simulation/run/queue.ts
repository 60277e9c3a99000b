import { periodicTasks } from '../../../workers/tasks/periodic-tasks.ts'
import { ProcessEnded } from './gates.ts'
import { type NextWork, nextWork } from './next-work.ts'
import { hashOf } from './random.ts'
import type { Simulation } from './simulation.ts'

const minuteMs = 60_000

/**
 * The service's periodic tasks with the minutes of each hour at which the simulator runs them, such as "17" or
 * every fifth.
 */
const tasksByMinute = Object.entries(periodicTasks).map(([name, { at }]) => {
  const [minutes = '', ...others] = at.split(' ')
  if (others.some((field) => field !== '*'))
    throw new Error(`The simulator runs tasks by the minute alone, not at "${at}"`)
  return { name, minutes }
})

/**
 * Returns the names of the periodic tasks that the simulator must run for the times after `from` and not after
 * `to`.
 */
export function tasksBetween(from: Date, to: Date): readonly string[] {
  const first = Math.floor(from.getTime() / minuteMs) + 1
  const count = Math.min(60, Math.floor(to.getTime() / minuteMs) - first + 1)
  const passed = Array.from({ length: Math.max(0, count) }, (_, nth) => (first + nth) % 60)
  return tasksByMinute
    .filter(({ minutes }) => passed.some((minute) => isAt(minutes, minute)))
    .map(({ name }) => name)
}

function isAt(minutes: string, minute: number): boolean {
  if (minutes === '*') return true
  const step = minutes.startsWith('*/') ? Number(minutes.slice(2)) : null
  return step === null ? Number(minutes) === minute : minute % step === 0
}

/**
 * Runs one queue entry in one simulated runtime; the seed decides which entry and which runtime. Returns the
 * entry or, if the queue is empty, the other work that is due.
 */
export async function takeEntry(simulation: Simulation, turn: number): Promise<NextWork> {
  const choice = hashOf('entry', simulation.seed, turn)
  const next = await nextWork(simulation, choice)
  if (next.entry !== null) await runTask(simulation, choice >>> 8, next.entry.task, next.entry.payload)
  return next
}

/**
 * Runs a task in a simulated runtime as the queue would. An error is a fault of the service, unless the runtime
 * or the database has ended.
 */
export async function runTask(
  simulation: Simulation,
  index: number,
  name: string,
  payload: unknown = {},
): Promise<void> {
  const runtime = simulation.runtime(index)
  const task = runtime.tasks[name]
  if (task === undefined) throw new Error(`There is no task ${name}`)
  const logger = { warn: () => {} }
  try {
    await task(payload, { signal: new AbortController().signal, logger })
  } catch (error) {
    if (error instanceof ProcessEnded || !runtime.isAlive || simulation.outage.hasBegun) return
    simulation.fault(`${runtime.name}: ${name} failed with ${String(error)}`)
  }
}
