import type { ReceiverAnswer } from './attempt.ts'
import { type DestinationHealth, goodHealth } from './destination.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * The milliseconds before each automatic retry of a request, counted from the attempt before. Together they are 27.6
 * hours, and up to 10 % more by the jitter. The last delay repeats while the destination fails altogether.
 */
export const retryDelaysMs: readonly number[] = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  10 * hourMs,
]

const retriesMs = retryDelaysMs.reduce((sum, ms) => sum + ms, 0)

/**
 * The number of failed attempts in a row, without retries, after which a destination counts as failing. New events then
 * wait, so that an unreachable receiver does not turn them into retries.
 */
const failuresUntilFailing = 5

/** The milliseconds between attempts with new events at a failing destination: the last one for all further ones. */
const probeDelaysMs: readonly number[] = [minuteMs, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs]

/** The milliseconds of nothing but failures after which a destination is disabled. */
export const disabledAfterMs = 5 * dayMs

/** Statuses by which a proxy says that the receiver behind it cannot be reached. */
const gatewayErrors: ReadonlySet<number> = new Set([502, 503, 504])

const minWaitSeconds = 1
const maxWaitSeconds = 3_600
const defaultWaitSeconds = 5

/** The fate of the events of a request after an attempt. */
type Fate =
  /** The receiver has the events. */
  | { readonly kind: 'delivered' }
  /** The receiver has answered 410, so the destination is removed. */
  | { readonly kind: 'gone' }
  /** The request waits at its place and is made again when the destination can receive again. */
  | { readonly kind: 'wait' }
  /** The request is made again at a time, while later events continue. */
  | { readonly kind: 'retry'; readonly at: Date }
  | { readonly kind: 'isGivenUp' }

export interface Verdict {
  readonly fate: Fate
  readonly health: DestinationHealth
  /** Whether the destination counted as failing and this attempt succeeded, so that all retries become due. */
  readonly isRecovered: boolean
  /** Whether the destination has had nothing but failures for so long that it must be disabled. */
  readonly isDisabled: boolean
}

interface Tried {
  readonly health: DestinationHealth
  readonly receiverAnswer: Pick<ReceiverAnswer, 'code' | 'httpStatus' | 'retryAfterSeconds'>
  /** The number of earlier attempts with the same request; 0 for new events. */
  readonly attempts: number
  readonly now: Date
  /** A random number of at least 0 and below 1, for the jitter. */
  readonly random: number
}

export function isFailing({ failures }: Pick<DestinationHealth, 'failures'>): boolean {
  return failures >= failuresUntilFailing
}

/** Returns what follows from the result of an attempt. */
export function verdictOn({ health, receiverAnswer, attempts, now, random }: Tried): Verdict {
  const { code, httpStatus } = receiverAnswer
  if (code === null)
    return {
      fate: { kind: 'delivered' },
      health: goodHealth,
      isRecovered: isFailing(health),
      isDisabled: false,
    }
  const isRetry = attempts > 0
  // A failed retry is not counted and does not prolong the wait of new events. Otherwise a few requests that the
  // receiver always refuses would hold up new events again and again.
  const failures = health.failures + (isRetry ? 0 : 1)
  // A clock that was set back would otherwise make an outage shorter than the retries of a request.
  const failingSince = earliest(health.failingSince ?? now, now)
  const later = (ms: number) => new Date(now.getTime() + ms * (1 + random / 10))
  const isBusy = code === 'RECEIVER_BUSY'
  const probeMs = !isRetry && isFailing({ failures }) ? probeDelayMs(failures) : 0
  const waitMs = Math.max(probeMs, isBusy ? waitSecondsOf(receiverAnswer) * 1_000 : 0)
  const present =
    isRetry && health.nextAttemptAt !== null && health.nextAttemptAt > now ? health.nextAttemptAt : null
  const nextAttemptAt = waitMs === 0 ? present : latest(later(waitMs), present)
  const isDisabled = now.getTime() - failingSince.getTime() >= disabledAfterMs
  const rest = { health: { failures, failingSince, nextAttemptAt }, isRecovered: false, isDisabled }
  if (code === 'RECEIVER_GONE') return { ...rest, fate: { kind: 'gone' }, isDisabled: false }
  // Keeps new events at their place if the receiver is busy, or if a failing one cannot be reached at all. An answer
  // may be about this one event only, so it must not hold up the others.
  if (isBusy || (attempts === 0 && isFailing(health) && httpStatus === null))
    return { ...rest, fate: { kind: 'wait' } }
  // Gives no request up while the destination fails altogether, because its failures are not about this request. A
  // destination with few events may never count as failing, so an outage as long as all retries is enough.
  const isOutage = httpStatus === null || gatewayErrors.has(httpStatus)
  const failsAltogether =
    isFailing(health) || (isOutage && now.getTime() - failingSince.getTime() >= retriesMs)
  const delay = retryDelaysMs[attempts] ?? (failsAltogether ? retryDelaysMs.at(-1) : undefined)
  return { ...rest, fate: delay === undefined ? { kind: 'isGivenUp' } : { kind: 'retry', at: later(delay) } }
}

function latest(one: Date, other: Date | null): Date {
  return other !== null && other > one ? other : one
}

function earliest(one: Date, other: Date): Date {
  return other < one ? other : one
}

function probeDelayMs(failures: number): number {
  const at = Math.min(failures - failuresUntilFailing, probeDelaysMs.length - 1)
  return probeDelaysMs[at] ?? 0
}

function waitSecondsOf({ retryAfterSeconds }: Tried['receiverAnswer']): number {
  const seconds = retryAfterSeconds ?? defaultWaitSeconds
  return Math.min(Math.max(seconds, minWaitSeconds), maxWaitSeconds)
}
