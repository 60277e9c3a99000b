import type { Lease } from '../../domain/job/slice.ts'
import { mostMoments, type TestClock } from '../../domain/test-mode/test-clock.ts'
import type { ClockScope } from '../../ports/clock-scope.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Wakeups } from '../../ports/job/wakeups.ts'
import type { TestClocks } from '../../ports/test-mode/test-clocks.ts'
import type { StartDueSpinners } from '../job/start-due-spinners.ts'
import type { TakeTurn } from '../job/take-turn.ts'
import type { PlayInbound } from './play-inbound.ts'

export interface RunTestClockCommand {
  readonly organizationId: string
  readonly signal: AbortSignal
}

/** The time of one task in milliseconds, after which the work of other organizations has its turn. */
const turnMs = 500
/**
 * The length of a lease in seconds. It is longer than a slow step; after a crash another runtime waits for
 * its end.
 */
const leaseSeconds = 20
/**
 * The number of turns at one moment after which the task ends, for example because a dead runtime still holds
 * a slice.
 */
const mostTurns = 200
const answersAtOnce = 100

/** The result of a task: `done` if nothing is due, `more` if work is left, `held` if another runtime holds a part. */
type Ending = 'done' | 'more' | 'held'

/**
 * Works for one test organization at the time on its clock. It does what is due, moves the clock to the next
 * due time, and repeats this until the target of an advance. Each moment is committed before its work, so an
 * interrupted advance continues where it stopped. A runtime works for one test organization at a time, and at
 * most one runtime works for each.
 */
export class RunTestClock {
  readonly #clocks: TestClocks
  readonly #scope: ClockScope
  readonly #startDueSpinners: StartDueSpinners
  readonly #takeTurn: TakeTurn
  readonly #playInbound: PlayInbound
  readonly #wakeups: Wakeups
  readonly #ids: Ids
  #isBusy = false
  /** Organizations that had a turn due while this runtime worked for another one. */
  readonly #postponed = new Set<string>()

  constructor(
    clocks: TestClocks,
    scope: ClockScope,
    startDueSpinners: StartDueSpinners,
    takeTurn: TakeTurn,
    playInbound: PlayInbound,
    wakeups: Wakeups,
    ids: Ids,
  ) {
    this.#clocks = clocks
    this.#scope = scope
    this.#startDueSpinners = startDueSpinners
    this.#takeTurn = takeTurn
    this.#playInbound = playInbound
    this.#wakeups = wakeups
    this.#ids = ids
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
        // The sweep requests turns for a clock that advances. For a clock that stands still, it does so only
        // after a lease has run out.
        if (ending !== 'held' || clock.target !== null) await this.#clocks.letGo(organizationId, lease)
      }
      if (ending === 'more' || (ending === 'done' && (await this.#isDueNow(organizationId))))
        this.#postponed.add(organizationId)
    } finally {
      this.#isBusy = false
      const asked = [...this.#postponed]
      this.#postponed.clear()
      if (asked.length > 0) await this.#wakeups.ask(asked)
    }
  }

  async #run(clock: TestClock, lease: Lease, signal: AbortSignal): Promise<Ending> {
    const { organizationId, target } = clock
    const until = performance.now() + turnMs
    let { now, moments } = clock
    for (;;) {
      const next = await this.#settle(organizationId, now, until, signal)
      if (next !== null && next <= now) return signal.aborted || performance.now() > until ? 'more' : 'held'
      if (target === null) return 'done'
      if (next === null || next > target) {
        if (now < target && !(await this.#clocks.moveTo(organizationId, lease, target))) return 'held'
        await this.#clocks.end(organizationId, lease, null)
        return 'done'
      }
      if (moments >= mostMoments) {
        const message = `The advance stopped after ${mostMoments} due times, at ${now.toISOString()}; advance again to continue`
        await this.#clocks.end(organizationId, lease, { code: 'TOO_MANY_MOMENTS', message })
        return 'done'
      }
      if (!(await this.#clocks.moveTo(organizationId, lease, next))) return 'held'
      now = next
      moments++
      if (signal.aborted || performance.now() > until) return 'more'
    }
  }

  /**
   * Returns whether something became due before the lease was released, when no other task could work for the
   * organization.
   */
  async #isDueNow(organizationId: string): Promise<boolean> {
    const clock = await this.#clocks.find(organizationId)
    if (clock === null) return false
    const next = await this.#clocks.nextDue(organizationId, clock.now)
    return next !== null && next <= clock.now
  }

  /** Does the work that is due at a moment. Returns the next due time, which is the same moment if work is left. */
  async #settle(organizationId: string, now: Date, until: number, signal: AbortSignal): Promise<Date | null> {
    let next: Date | null = now
    for (let turn = 0; turn < mostTurns; turn++) {
      await this.#scope.at(now, () => this.#turn(organizationId, now, signal))
      next = await this.#clocks.nextDue(organizationId, now)
      if (next === null || next > now || signal.aborted || performance.now() > until) break
    }
    return next
  }

  async #turn(organizationId: string, now: Date, signal: AbortSignal): Promise<void> {
    for (const answer of await this.#clocks.dueAnswers(organizationId, now, answersAtOnce)) {
      await this.#playInbound.play(organizationId, answer)
    }
    await this.#clocks.wake(organizationId, now)
    await this.#startDueSpinners.execute(signal, organizationId)
    await this.#takeTurn.execute({ organizationId, length: 'full', signal })
  }
}
