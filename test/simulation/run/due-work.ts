import { EventMaintenance } from '../../../src/use-cases/event/event-maintenance.ts'
import { AskDueTurns } from '../../../src/use-cases/job/ask-due-turns.ts'
import { SpinnerPauses } from '../../../src/use-cases/job/pause/spinner-pauses.ts'
import { StartDueSpinners } from '../../../src/use-cases/job/start-due-spinners.ts'
import { FinishOutdatedWaits } from '../../../src/use-cases/job/waits/finish-outdated-waits.ts'
import { ReadMailboxes } from '../../../src/use-cases/sender/inbound/read-mailboxes.ts'
import { RunTestClock } from '../../../src/use-cases/test-mode/run-test-clock.ts'

import { deliverEvents } from './deliver-events.ts'
import { ProcessEnded } from './gates.ts'
import { type NextWork, nextDueUnlessChecked } from './next-work.ts'
import { runTask, takeEntry, tasksBetween } from './queue.ts'
import { hashOf } from './random.ts'
import type { ServiceProcess } from './service-process.ts'
import type { Simulation } from './simulation.ts'
import type { Stop } from './transit/transit.ts'

/**
 * The largest number of rounds of due work that the simulator does without advancing its clock. No correct run
 * needs as many, so more rounds are a fault.
 */
const maxRounds = 300
/** The largest number of queue entries that the simulator takes before the next sweep. More entries are a fault. */
const maxQueueEntries = 3_000
/**
 * The largest number of times at which the simulated clock stops for due work while time passes. More stops are
 * a fault.
 */
const maxStops = 2_000
/**
 * The number of stops of one span after which the simulator checks ever more seldom whether a sender or a company is
 * free. The service checks this every 15 minutes for as long as recipients wait.
 */
const exactStops = 4
/** The shortest and the longest virtual milliseconds between two such checks after `exactStops`. */
const [minCheckMs, maxCheckMs] = [1_800_000, 64 * 86_400_000]
/**
 * The milliseconds between two sweeps: as in the service; after `exactStops`; and at the end of a run, where only time
 * passes. The simulator sweeps at whole multiples of it. A service that has much to do is as late.
 */
const sweepMs = { exact: 1_000, later: 60_000, end: 900_000 }
const year = 366 * 86_400_000

/**
 * Does all work of the simulated service that is due now: sweeps, queue entries, leases of dead processes.
 * Returns the next time at which something is due.
 */
export async function drain(simulation: Simulation): Promise<Date | null> {
  let idleRounds = 0
  for (let round = 0; round < maxRounds; round++) {
    const found = await sweep(simulation, hashOf('sweep', simulation.seed, round))
    if (simulation.transit.isStopped) return null
    const { taken, next } = await emptyQueue(simulation, round)
    if (simulation.transit.isStopped) return null
    if (next.isUndone) simulation.mayHaveLeftWork = true
    idleRounds = found === 0 && taken === 0 ? idleRounds + 1 : 0
    // Stops although work is due if the sweep finds nothing to do. The work then has to wait, for example for
    // the end of a lease. Work without a due time, such as a job that this sweep has started, is left for the next sweep.
    const isDone = idleRounds > (next.isUndone ? 1 : 0) || isLater(simulation, next)
    if (isDone && !(await simulation.endLeasesOfDead())) return next.due
  }
  simulation.fault(`work does not end at one moment: ${maxRounds} rounds`)
  return null
}

/**
 * Runs the simulated service's queue entries until there are none. Returns how many there were, and the work
 * that is due next.
 */
async function emptyQueue(
  simulation: Simulation,
  round: number,
): Promise<{ readonly taken: number; readonly next: NextWork }> {
  for (let taken = 0; ; taken++) {
    const next = await takeEntry(simulation, round * 1_000 + taken)
    if (next.entry === null || simulation.transit.isStopped) return { taken, next }
    if (taken < maxQueueEntries) continue
    simulation.fault(
      `the queue does not become empty: ${maxQueueEntries} entries, the last one ${next.entry.task}`,
    )
    return { taken: 0, next: { entry: null, due: null, isUndone: false } }
  }
}

/** Returns whether no work is due at the present virtual time, so that another sweep would find nothing. */
function isLater({ clock }: Simulation, { due, isUndone }: NextWork): boolean {
  return !isUndone && (due === null || due > clock.now())
}

/**
 * Advances the simulated clock by this number of seconds. Stops at each time at which work is due, and does
 * that work. If work is held at the stop of this call, it may stay half done; all other work is then done.
 */
export async function elapse(simulation: Simulation, seconds: number, stop?: Stop): Promise<void> {
  const { clock, transit } = simulation
  const target = new Date(clock.now().getTime() + seconds * 1000)
  await transit.until(stop, async () => {
    await passUntil(simulation, target)
    if (transit.isStopped) return
    if (!transit.isEmpty && (stop?.gate ?? 0) === 0) {
      await transit.finish()
      await passUntil(simulation, target)
    }
    clock.moveTo(target)
    await doPeriodicTasks(simulation)
  })
}

/**
 * Advances the simulated clock until no work is due, for 366 days at most, and by another hour, in which each periodic task
 * runs. Without the hour, the keys of former match columns would still be stored.
 */
export async function runOut(simulation: Simulation): Promise<void> {
  await simulation.transit.finish()
  await passUntil(simulation, new Date(simulation.clock.now().getTime() + year), sweepMs.end)
  await elapse(simulation, 3_600)
}

/**
 * Does all simulated work that is due before a time, and leaves the clock at the last time at which work was
 * due.
 */
async function passUntil(
  simulation: Simulation,
  target: Date,
  intervalMs: number | null = null,
): Promise<void> {
  const { clock, transit } = simulation
  const checks = new SeldomChecks(simulation)
  let waited = 0
  for (let stop = 0; stop < maxStops; stop++) {
    const due = await transit.besideDueWork(() => drain(simulation))
    const now = clock.now()
    const change = transit.isStopped ? null : transit.nextChange
    if (change !== null) {
      // Work that is overdue may wait for a lease of held work. Waits twice as long each time.
      waited = due !== null && due <= now ? waited + 1 : 0
      const next = waited > 0 ? new Date(now.getTime() + 500 * 2 ** waited) : (due ?? change)
      const earliest = next < change ? next : change
      if (earliest > target) return
      clock.moveTo(earliest)
      continue
    }
    if (due === null || due > target || transit.isStopped) return
    // Advances the simulated clock by a second if overdue work is left that no sweep does. It waits for a time
    // that no row names, such as the gap between two messages.
    if (due <= now) clock.moveTo(new Date(now.getTime() + 1_000))
    else {
      const isExact = stop < exactStops
      const next = isExact ? due : await checks.next(due)
      const interval = intervalMs ?? (isExact ? sweepMs.exact : sweepMs.later)
      clock.moveTo(new Date(Math.min(Math.ceil(next.getTime() / interval) * interval, target.getTime())))
    }
  }
  simulation.fault(`time does not pass: ${maxStops} stops in one span`)
}

/**
 * The times of further stops in a span in which recipients wait for a sender or a company. The time between two checks
 * doubles until a message is sent. Other work is done when it is due.
 */
class SeldomChecks {
  readonly #simulation: Simulation
  #waitMs = minCheckMs
  #sentCount = -1

  constructor(simulation: Simulation) {
    this.#simulation = simulation
  }

  /** Returns the time of the next stop if work is due at the given time. */
  async next(due: Date): Promise<Date> {
    const { clock, organizations } = this.#simulation
    const sentCount = organizations.reduce((sum, { model }) => sum + model.sent.all.length, 0)
    const other = await nextDueUnlessChecked(this.#simulation)
    this.#waitMs = sentCount === this.#sentCount ? Math.min(2 * this.#waitMs, maxCheckMs) : minCheckMs
    this.#sentCount = sentCount
    const check = Math.max(due.getTime(), clock.now().getTime() + this.#waitMs)
    return other === null
      ? new Date(check)
      : new Date(Math.min(check, Math.max(due.getTime(), other.getTime())))
  }
}

async function doPeriodicTasks(simulation: Simulation): Promise<void> {
  const now = simulation.clock.now()
  const names = tasksBetween(simulation.periodicUntil, now)
  simulation.periodicUntil = now
  // Repeats a task that was interrupted, because the service runs each task many times in the time that passed. Each
  // runtime is interrupted once at most, and the database once.
  for (const [index, name] of names.entries())
    for (let tries = 0; tries <= simulation.runtimeCount + 1; tries++)
      if (simulation.transit.isStopped || (await runTask(simulation, index, name))) break
  if (simulation.transit.isStopped) return
  const { taken, next } = await emptyQueue(simulation, 0)
  if (simulation.transit.isStopped) return
  if (taken > 0 || !isLater(simulation, next)) await drain(simulation)
}

async function sweep(simulation: Simulation, choice: number): Promise<number> {
  const runtime = simulation.freeRuntime(choice)
  let found = 1
  await simulation.transit.run(runtime, 'a sweep', async () => {
    found = await sweepIn(simulation, runtime)
    return true
  })
  return found
}

async function sweepIn(simulation: Simulation, runtime: ServiceProcess): Promise<number> {
  try {
    if (simulation.mayHaveLeftWork) await finishLeftWork(simulation, runtime)
    const due = await runtime.get(AskDueTurns).execute()
    await runtime.get(StartDueSpinners).execute()
    if (simulation.organizations.some(({ model }) => model.testOrganization !== null))
      await runtime.get(RunTestClock).askUnattended()
    await runtime.get(EventMaintenance).number()
    return due + (await readMailboxes(simulation, runtime)) + (await deliverEvents(simulation, runtime))
  } catch (error) {
    if (error instanceof ProcessEnded || !runtime.isAlive || simulation.outage.hasBegun) return 1
    simulation.fault(`${runtime.name}: the sweep failed with ${String(error)}`)
    return 0
  }
}

/**
 * Finishes the resumptions and changes of ended processes at once, although a runtime does so once a minute; otherwise a
 * run could end before. Does so again if held work may have locked some of them.
 */
async function finishLeftWork(simulation: Simulation, runtime: ServiceProcess): Promise<void> {
  const { signal } = new AbortController()
  await runtime.get(SpinnerPauses).finishResumptions(signal)
  await runtime.get(FinishOutdatedWaits).execute(signal)
  simulation.mayHaveLeftWork = !simulation.transit.isEmpty
}

/**
 * Reads one batch of mails of each due simulated mailbox, unless all mail is read. Returns the number of
 * mailboxes.
 */
async function readMailboxes(simulation: Simulation, runtime: ServiceProcess): Promise<number> {
  if (simulation.shared.mailboxes.count === simulation.mailsRead) return 0
  const reading = runtime.get(ReadMailboxes)
  const begun = await reading.begin(new AbortController().signal, () => {})
  await reading.ended()
  return begun
}
