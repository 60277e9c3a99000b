import { describe, expect, it } from '@jest/globals'
import type { AttemptCode } from '../../../../src/domain/event/destination/attempt.ts'
import {
  disabledAfterMs,
  retryDelaysMs,
  type Verdict,
  verdictOn,
} from '../../../../src/domain/event/destination/delivery-plan.ts'
import type { DestinationHealth } from '../../../../src/domain/event/destination/destination.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const healthy: DestinationHealth = { failures: 0, failingSince: null, nextAttemptAt: null }
const failing: DestinationHealth = { failures: 7, failingSince: now, nextAttemptAt: now }
const after = (ms: number) => new Date(now.getTime() + ms)

interface Case {
  readonly code: AttemptCode | null
  readonly status?: number | null
  readonly seconds?: number | null
  readonly health?: DestinationHealth
  readonly attempts?: number
  readonly random?: number
}

function verdict({
  code,
  status = 500,
  seconds = null,
  health = healthy,
  attempts = 0,
  random = 0,
}: Case): Verdict {
  return verdictOn({
    health,
    receiverAnswer: { code, httpStatus: status, retryAfterSeconds: seconds },
    attempts,
    now,
    random,
  })
}

describe('the plan after an attempt', () => {
  it('retries a failed request after growing times, which together are 28 hours, and then gives up', () => {
    const times = retryDelaysMs.map((_, attempts) => verdict({ code: 'RECEIVER_REFUSED', attempts }).fate)
    expect(times).toEqual(retryDelaysMs.map((ms) => ({ kind: 'retry', at: after(ms) })))
    const hours = retryDelaysMs.reduce((sum, ms) => sum + ms, 0) / 3_600_000
    expect([hours > 27.5, hours * 1.1 < 31]).toEqual([true, true])
    const last = verdict({ code: 'RECEIVER_REFUSED', attempts: retryDelaysMs.length })
    expect(last.fate).toEqual({ kind: 'isGivenUp' })
  })

  it('repeats a request every 10 hours while its destination fails altogether', () => {
    const fates = [retryDelaysMs.length, 30].map(
      (attempts) => verdict({ code: 'RECEIVER_REFUSED', status: 502, health: failing, attempts }).fate,
    )
    const inTenHours = { kind: 'retry', at: after(10 * 3_600_000) }
    expect(fates).toEqual([inTenHours, inTenHours])
  })

  it('repeats the only request of a destination that was in an outage since its first attempt', () => {
    const attempts = retryDelaysMs.length
    const retriesMs = retryDelaysMs.reduce((sum, ms) => sum + ms, 0)
    const health = { failures: 1, failingSince: after(-retriesMs), nextAttemptAt: null }
    const fateOf = (status: number | null, failingSince: Date) =>
      verdict({ code: 'RECEIVER_REFUSED', status, health: { ...health, failingSince }, attempts }).fate.kind
    const fates = [null, 502, 503, 504, 500, 422].map((status) => fateOf(status, health.failingSince))
    expect(fates).toEqual(['retry', 'retry', 'retry', 'retry', 'isGivenUp', 'isGivenUp'])
    expect(fateOf(502, after(1 - retriesMs))).toBe('isGivenUp')
  })

  it('counts an outage from the present time if the clock was set back past its first failure', () => {
    const health = { failures: 1, failingSince: after(2 * 3_600_000), nextAttemptAt: null }
    const later = verdict({ code: 'RECEIVER_REFUSED', status: null, health, attempts: 1 })
    expect(later.health.failingSince).toEqual(now)
  })

  it('delays retries by up to a tenth at random', () => {
    const { fate } = verdict({ code: 'RECEIVER_REFUSED', attempts: 1, random: 0.5 })
    expect(fate).toEqual({ kind: 'retry', at: after(315_000) })
  })

  it('lets new events wait after five failures in a row, for up to 30 minutes', () => {
    const nextAttemptAfter = (failures: number) =>
      verdict({ code: 'RECEIVER_TIMED_OUT', status: null, health: { ...healthy, failures } }).health
        .nextAttemptAt
    expect([0, 3, 4, 5, 50].map(nextAttemptAfter)).toEqual([
      null,
      null,
      after(60_000),
      after(300_000),
      after(1_800_000),
    ])
  })

  it('keeps new events at their place if a failing receiver cannot be reached, and passes one that it refuses', () => {
    const unreachable = { code: 'RECEIVER_UNREACHABLE', status: null, health: failing } as const
    expect(verdict(unreachable).fate).toEqual({ kind: 'wait' })
    expect(verdict({ ...unreachable, attempts: 1 }).fate.kind).toBe('retry')
    expect(verdict({ ...unreachable, health: healthy }).fate.kind).toBe('retry')
    expect(verdict({ code: 'RECEIVER_REFUSED', status: 422, health: failing }).fate.kind).toBe('retry')
  })

  it.each([
    [30, 30],
    [null, 5],
    [0, 1],
    [100_000, 3_600],
  ])('waits if a busy receiver asks for %s seconds', (seconds, wait) => {
    const { fate, health } = verdict({ code: 'RECEIVER_BUSY', status: 429, seconds })
    expect([fate, health.nextAttemptAt]).toEqual([{ kind: 'wait' }, after(wait * 1_000)])
  })

  it('does not count a failed retry, which leaves the wait of new events as it is', () => {
    const nextAttemptAt = after(30_000)
    const waits = { ...failing, nextAttemptAt }
    const retry = { code: 'RECEIVER_REFUSED', attempts: 1 } as const
    expect(verdict({ ...retry, health: waits }).health).toEqual(waits)
    expect(verdict({ ...retry, health: failing }).health).toEqual({ ...failing, nextAttemptAt: null })
    expect(verdict(retry).health).toEqual({ failures: 0, failingSince: now, nextAttemptAt: null })
    const busy = { code: 'RECEIVER_BUSY', attempts: 1, health: waits } as const
    const nextAttemptAfter = (seconds: number) => verdict({ ...busy, seconds }).health.nextAttemptAt
    expect([nextAttemptAfter(10), nextAttemptAfter(60)]).toEqual([nextAttemptAt, after(60_000)])
  })

  it('forgets the failures at a success, and reports that a failing destination answers again', () => {
    const success = { code: null, status: 200 } as const
    const health = { failures: 0, failingSince: null, nextAttemptAt: null }
    expect(verdict({ ...success, health: failing })).toMatchObject({ health, isRecovered: true })
    expect(verdict(success)).toMatchObject({ health, isRecovered: false })
  })

  it('disables a destination after five days of nothing but failures', () => {
    const since = (ms: number) => ({ failures: 90, failingSince: after(-ms), nextAttemptAt: null })
    const refused = (ms: number) => verdict({ code: 'RECEIVER_REFUSED', health: since(ms) }).isDisabled
    expect([refused(disabledAfterMs - 1), refused(disabledAfterMs)]).toEqual([false, true])
  })

  it('ends with an answer that the receiver is gone', () => {
    expect(verdict({ code: 'RECEIVER_GONE', status: 410 }).fate).toEqual({ kind: 'gone' })
  })
})
