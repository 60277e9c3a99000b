import { DomainError } from '../errors.ts'
import { noRules, type TestRules } from './test-rules.ts'

/** The clock of a test organization, which moves only when a user advances it. */
export interface TestClock {
  readonly organizationId: string
  readonly now: Date
  /** The time on the test clock at which the present or last advance began; null if there was none. */
  readonly from: Date | null
  /** The time to which the present advance moves the test clock; null if no advance is in progress. */
  readonly target: Date | null
  /** Whether the present advance ends at the next message: an e-mail or a webhook. */
  readonly stopsAtMessage: boolean
  /** The number of different moments at which work was due in the present or last advance of the test clock. */
  readonly moments: number
  /** The reason why the last advance stopped before its target; null if it did not. */
  readonly error: AdvanceFault | null
  readonly rules: TestRules
}

/** The reason why an advance of a test clock stopped before its target. */
export interface AdvanceFault {
  readonly code: 'TOO_MANY_MOMENTS' | 'NO_MESSAGE' | 'FAILED'
  readonly message: string
}

/**
 * The requested target of an advance: a moment, or a number of seconds from the time on the test clock. An advance with
 * `stopsAtMessage` ends at the next message before the target.
 */
export type Advance = ({ readonly to: Date } | { readonly seconds: number }) & {
  readonly stopsAtMessage: boolean
}

export const maxDays = 366
const dayMs = 24 * 60 * 60 * 1000

/**
 * The highest number of different moments that one advance of the test clock goes through. A schedule that
 * starts every minute has 527,040 moments in a year, which would take an hour. An advance that reaches this
 * number stops with an error; the next advance continues from there.
 */
export const maxMoments = 10_000

export function newTestClock(organizationId: string, now: Date): TestClock {
  const still = { from: null, target: null, stopsAtMessage: false, moments: 0, error: null }
  return { organizationId, now, ...still, rules: noRules }
}

/**
 * Returns the test clock with the target of an advance. Throws for a target in the past or more than 366 days
 * ahead.
 */
export function advanced(clock: TestClock, advance: Advance): TestClock {
  assertStill(clock)
  const target = 'to' in advance ? advance.to : new Date(clock.now.getTime() + advance.seconds * 1000)
  const pointer = 'to' in advance ? '/to' : '/seconds'
  if (target < clock.now) {
    const message = `The test clock can only move forward; its time is ${clock.now.toISOString()}`
    throw new DomainError('VALIDATION_FAILED', {
      message,
      errors: [{ pointer, code: 'IN_THE_PAST', message }],
    })
  }
  if (target.getTime() - clock.now.getTime() > maxDays * dayMs) {
    const message = `The test clock can move forward by at most ${maxDays} days at once`
    throw new DomainError('VALIDATION_FAILED', {
      message,
      errors: [{ pointer, code: 'TOO_FAR', message }],
    })
  }
  const { stopsAtMessage } = advance
  return { ...clock, from: clock.now, target, stopsAtMessage, moments: 0, error: null }
}

/**
 * Throws `CLOCK_ADVANCING` while the test clock moves. Guards changes that must not happen during an advance.
 */
export function assertStill({ target }: TestClock): void {
  if (target !== null) throw new DomainError('CLOCK_ADVANCING')
}
