import type { Lease } from '../../domain/job/slice.ts'
import { type AdvanceFault, maxMoments, type TestClock } from '../../domain/test-mode/test-clock.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Slices } from '../../ports/job/slices.ts'
import type { TestClockStore } from '../../ports/test-mode/test-clocks.ts'
import type { Timers } from '../../ports/timers.ts'
import type { StartDueSpinners } from '../job/start-due-spinners.ts'
import type { TakeTurn } from '../job/take-turn.ts'
import type { TestReactions } from './test-reactions.ts'

export interface RunTestClockCommand {
  readonly organizationId: string
  readonly signal: AbortSignal
}

/**
 * The time in milliseconds after which a task ends that works for one test organization, so that other
 * organizations are served.
 */
const turnMs = 500
/**
 * The length of the test clock's lease in seconds, longer than a slow step. After a crash another runtime
 * waits for its end.
 */
const leaseSeconds = 20
/**
 * The largest number of turns of a test organization at one simulated moment. Then the task ends, because the
 * work may not end, for example if a dead runtime still holds a slice.
 */
const maxTurns = 200
const answersAtOnce = 100
/** The maximum number of unattended test organizations whose turns are requested at once. */
const maxRequestedAtOnce = 100

/**
 * Why a task for a test organization ended. `done`: nothing is due. `more`: work is left. `held`: another
 * runtime holds a slice.
 */
type Ending = 'done' | 'more' | 'held'

/**
 * Processes the work of one test organization that is due by its clock, moves the clock to the next due time,
 * and repeats this. An interrupted advance continues at the moment where it stopped. At most one runtime
 * works for each test organization.
 */
export class RunTestClock {
  readonly #clocks: TestClockStore
  readonly #clock: Clock
  readonly #startDueSpinners: StartDueSpinners
  readonly #takeTurn: TakeTurn
  readonly #reactions: TestReactions
  readonly #slices: Slices
  readonly #ids: Ids
  readonly #timers: Timers
  #isBusy = false
  /**
   * Ids of test organizations for which this runtime could not work yet, because it worked for another one.
   * It requests their turns when it is done.
   */
  readonly #postponed = new Set<string>()

  constructor(
    clocks: TestClockStore,
    clock: Clock,
    startDueSpinners: StartDueSpinners,
    takeTurn: TakeTurn,
    reactions: TestReactions,
    slices: Slices,
    ids: Ids,
    timers: Timers,
  ) {
    this.#clocks = clocks
    this.#clock = clock
    this.#startDueSpinners = startDueSpinners
    this.#takeTurn = takeTurn
    this.#reactions = reactions
    this.#slices = slices
    this.#ids = ids
    this.#timers = timers
  }

  /**
   * Requests turns for test organizations that have work, but for which no runtime is working, for example
   * after a crash.
   */
  async askUnattended(): Promise<void> {
    await this.#slices.requestTurns(await this.#clocks.unattended(maxRequestedAtOnce))
  }

  async execute({ organizationId, signal }: RunTestClockCommand): Promise<void> {
    if (this.#isBusy) {
      this.#postponed.add(organizationId)
      return
    }
    this.#isBusy = true
    try {
      const lease = { holder: this.#ids.next(), seconds: leaseSeconds }
      const clock = await this.#clocks.hold(organizationId, lease)
      if (clock === null) return
      let ending: Ending = 'held'
      try {
        ending = await this.#run(clock, lease, signal)
      } catch (error) {
        const message = 'The advance failed at a due event; check the jobs, then advance again'
        if (clock.target !== null) await this.#clocks.end(organizationId, lease, { code: 'FAILED', message })
        throw error
      } finally {
        // If another runtime holds a slice while the test clock stands still, the lease is not released. The
        // sweep then requests a turn only after the lease has run out.
        if (ending !== 'held' || clock.target !== null) await this.#clocks.letGo(organizationId, lease)
      }
      if (ending === 'more' || (ending === 'done' && (await this.#isDueNow(organizationId))))
        this.#postponed.add(organizationId)
    } finally {
      this.#isBusy = false
      const organizationIds = [...this.#postponed]
      this.#postponed.clear()
      if (organizationIds.length > 0) await this.#slices.requestTurns(organizationIds)
    }
  }

  async #run(clock: TestClock, lease: Lease, signal: AbortSignal): Promise<Ending> {
    const { organizationId, target, from, stopsAtMessage } = clock
    const until = this.#timers.elapsedMs() + turnMs
    let { now, moments } = clock
    for (;;) {
      const next = await this.#settle(organizationId, now, until, signal)
      if (next !== null && next <= now)
        return signal.aborted || this.#timers.elapsedMs() > until ? 'more' : 'held'
      if (target === null) return 'done'
      const isAtMessage =
        stopsAtMessage && from !== null && (await this.#clocks.hasMessageAfter(organizationId, from))
      if (isAtMessage || (stopsAtMessage && (next === null || next > target))) {
        await this.#clocks.end(organizationId, lease, isAtMessage ? null : noMessage(now, target))
        return 'done'
      }
      if (next === null || next > target) {
        if (now < target && !(await this.#clocks.moveTo(organizationId, lease, target))) return 'held'
        await this.#clocks.end(organizationId, lease, null)
        return 'done'
      }
      if (moments >= maxMoments) {
        const message = `The advance stopped after ${maxMoments} due times, at ${now.toISOString()}; advance again to continue`
        await this.#clocks.end(organizationId, lease, { code: 'TOO_MANY_MOMENTS', message })
        return 'done'
      }
      if (!(await this.#clocks.moveTo(organizationId, lease, next))) return 'held'
      now = next
      moments++
      if (signal.aborted || this.#timers.elapsedMs() > until) return 'more'
    }
  }

  /**
   * Returns whether new work of the test organization became due before this task released its lease. No
   * other task could take it.
   */
  async #isDueNow(organizationId: string): Promise<boolean> {
    const clock = await this.#clocks.find(organizationId)
    if (clock === null) return false
    const next = await this.#clocks.nextEvent(organizationId, clock.now)
    return next !== null && next.at <= clock.now
  }

  /**
   * Does all work of a test organization that is due at one moment of its clock. Returns the next due time:
   * the same moment if work is left, null if nothing is due.
   */
  async #settle(organizationId: string, now: Date, until: number, signal: AbortSignal): Promise<Date | null> {
    let next: Date | null = now
    for (let turn = 0; turn < maxTurns; turn++) {
      await this.#clock.at(now, () => this.#turn(organizationId, now, signal))
      next = (await this.#clocks.nextEvent(organizationId, now))?.at ?? null
      if (next === null || next > now || signal.aborted || this.#timers.elapsedMs() > until) break
    }
    return next
  }

  async #turn(organizationId: string, now: Date, signal: AbortSignal): Promise<void> {
    for (const answer of await this.#clocks.dueAnswers(organizationId, now, answersAtOnce)) {
      await this.#reactions.play(organizationId, answer)
    }
    await this.#clocks.wake(organizationId, now)
    await this.#startDueSpinners.execute(signal, organizationId)
    await this.#takeTurn.execute({ organizationId, length: 'full', signal })
  }
}

/** Returns the fault of an advance to the next message if no message is due up to its target. */
function noMessage(now: Date, target: Date): AdvanceFault {
  const message = `No message is due up to ${target.toISOString()}. The clock stays at the last event, ${now.toISOString()}`
  return { code: 'NO_MESSAGE', message }
}
