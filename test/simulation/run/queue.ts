import { Slices } from '../../../src/ports/job/slices.ts'
import { TakeTurn } from '../../../src/use-cases/job/take-turn.ts'
import { periodicTasks } from '../../../workers/tasks.ts'
import { ProcessEnded } from './gates.ts'
import { type NextWork, nextWork } from './next-work.ts'
import { hashOf } from './random.ts'
import type { ServiceProcess } from './service-process.ts'
import type { Simulation } from './simulation.ts'

const minuteMs = 60_000
const neverAborted = new AbortController().signal

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
 * Lets the simulated runtimes receive the notifications of started jobs, and then runs one queue entry in one of them;
 * the seed decides which entry and which runtime. Returns the entry or, if the queue is empty, the other work that is
 * due.
 */
export async function takeEntry(simulation: Simulation, turn: number): Promise<NextWork> {
  const choice = hashOf('entry', simulation.seed, turn)
  for (;;) {
    const next = await nextWork(simulation, choice)
    // The database has sent the notifications of earlier commits before this answer.
    const announced = simulation.takeAnnouncedTurns()
    await hearAnnouncements(simulation, announced, turn)
    if (next.entry !== null) await runTask(simulation, choice >>> 8, next.entry.task, next.entry.payload)
    // Looks again if the queue was empty, because the announced turns may have made other work due.
    else if (announced.length > 0 && !simulation.transit.isStopped) continue
    return next
  }
}

/**
 * Processes the announced turns as the runtimes do. One in four is lost, so that a sweep must find its job. An idle
 * runtime takes the others at once, and a busy one adds them to the queue.
 */
async function hearAnnouncements(
  simulation: Simulation,
  announced: readonly string[],
  turn: number,
): Promise<void> {
  for (const [nth, organizationId] of announced.entries()) {
    const choice = hashOf('announcement', simulation.seed, turn, nth)
    const isIdle = choice % 4 < 2
    if (choice % 4 === 3) continue
    if (simulation.transit.isStopped) return
    await inRuntime(simulation, choice >>> 8, 'an announced turn', (runtime) =>
      isIdle
        ? runtime.get(TakeTurn).execute({ organizationId, length: 'short', signal: neverAborted })
        : runtime.get(Slices).requestTurns([organizationId]),
    )
  }
}

/**
 * Runs a task in a simulated runtime as the queue would. Returns false if the runtime or the database ended meanwhile.
 */
export async function runTask(
  simulation: Simulation,
  index: number,
  name: string,
  payload: unknown = {},
): Promise<boolean> {
  return inRuntime(simulation, index, name, async (runtime) => {
    const task = runtime.tasks[name]
    if (task === undefined) throw new Error(`There is no task ${name}`)
    await task(payload, { signal: neverAborted })
  })
}

/**
 * Works in a simulated runtime. An error is a fault of the service, unless the runtime or the database has ended; then
 * returns false.
 */
async function inRuntime(
  simulation: Simulation,
  index: number,
  name: string,
  work: (runtime: ServiceProcess) => Promise<void>,
): Promise<boolean> {
  const runtime = simulation.freeRuntime(index)
  return await simulation.transit.run(runtime, name, async () => {
    try {
      await work(runtime)
    } catch (error) {
      if (error instanceof ProcessEnded || !runtime.isAlive || simulation.outage.hasBegun) return false
      simulation.fault(`${runtime.name}: ${name} failed with ${String(error)}`)
    }
    return true
  })
}
