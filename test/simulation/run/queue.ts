import { schedule } from '../../../workers/tasks/tasks.ts'
import { ProcessEnded } from './gates.ts'
import { type NextWork, nextWork } from './next-work.ts'
import { hashOf } from './random.ts'
import type { Simulation } from './simulation.ts'

interface PeriodicTask {
  /** The minutes of each hour at which the task runs, such as "17" or every fifth. */
  readonly minutes: string
  readonly name: string
}

const minuteMs = 60_000

/** The scheduled tasks. All of them run in every hour. */
const periodicTasks: readonly PeriodicTask[] = schedule.split('\n').flatMap((line) => {
  const [minutes, hour, day, month, weekday, name] = line.split(' ')
  if (minutes === undefined || name === undefined) return []
  if ([hour, day, month, weekday].some((field) => field !== '*'))
    throw new Error(`The simulator runs tasks by the minute alone, not by "${line}"`)
  return [{ minutes, name }]
})

/** Returns the names of the scheduled tasks whose time is after `from` and not after `to`. */
export function tasksBetween(from: Date, to: Date): readonly string[] {
  const first = Math.floor(from.getTime() / minuteMs) + 1
  const count = Math.min(60, Math.floor(to.getTime() / minuteMs) - first + 1)
  const passed = Array.from({ length: Math.max(0, count) }, (_, nth) => (first + nth) % 60)
  return periodicTasks
    .filter(({ minutes }) => passed.some((minute) => isAt(minutes, minute)))
    .map(({ name }) => name)
}

function isAt(minutes: string, minute: number): boolean {
  if (minutes === '*') return true
  const step = minutes.startsWith('*/') ? Number(minutes.slice(2)) : null
  return step === null ? Number(minutes) === minute : minute % step === 0
}

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
