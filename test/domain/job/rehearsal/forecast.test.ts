import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { Cohorts } from '../../../../src/domain/job/rehearsal/cohorts.ts'
import { type Cohort, forecast } from '../../../../src/domain/job/rehearsal/forecast.ts'
import type { PossibleSender } from '../../../../src/domain/job/sending/choose-sender.ts'
import type { PaceUse } from '../../../../src/domain/job/sending/pace-use.ts'
import type { PoolUse } from '../../../../src/domain/job/sending/pool-use.ts'
import { noSenderLimits } from '../../../../src/domain/sender/pacing/limits.ts'

const now = new Date('2026-11-20T12:00:00Z')
const hour = 3_600
const day = 24 * hour
const sender = (changes: Partial<PossibleSender> = {}): PossibleSender => ({
  ...noSenderLimits,
  id: 'a',
  rampFrom: null,
  maxPerDay: null,
  pool: null,
  budget: null,
  isPaused: false,
  ...changes,
})
const once = (count: number, senders = ['a'], afterSeconds = 0): Cohort => ({
  count,
  messages: [{ step: 0, senders, afterSeconds }],
})
const at = (text: string) => new Date(text)
/** The numbers of first messages on the days of a forecast, for recipients that get one message. */
const daysOf = (...counts: number[]) =>
  new Map(counts.map((count, index) => [index, { first: count, all: count }]))

describe('the forecast of the last message', () => {
  it('is now if nothing is limited', () => {
    expect(forecast([once(1_000)], [sender()], now)).toEqual({
      firstMessageAt: now,
      lastMessageAt: now,
      days: daysOf(1_000),
      waits: [],
    })
  })

  it('is empty if nobody gets a message', () => {
    expect(forecast([], [sender({ dailyLimit: 1 })], now)).toEqual({
      firstMessageAt: null,
      lastMessageAt: null,
      days: daysOf(),
      waits: [],
    })
  })

  it('spreads messages beyond the daily limit over the following days', () => {
    const reported = forecast([once(25)], [sender({ dailyLimit: 10 })], now)
    expect(reported).toEqual({
      firstMessageAt: now,
      lastMessageAt: at('2026-11-22T00:00:00Z'),
      days: daysOf(10, 10, 5),
      waits: [{ step: 0, code: 'SENDER_DAILY_LIMIT', count: 15 }],
    })
  })

  it('subtracts from today what was sent and scheduled', () => {
    const budget = {
      day: '2026-11-20',
      used: 6,
      zone: null,
      nextAt: now,
      scheduledUntil: now,
      scheduledDay: '2026-11-20',
      scheduledCount: 2,
      priorityUntil: null,
    }
    const { lastMessageAt, waits } = forecast([once(5)], [sender({ dailyLimit: 10, budget })], now)
    expect(lastMessageAt).toEqual(at('2026-11-21T00:00:00Z'))
    expect(waits).toEqual([{ step: 0, code: 'SENDER_DAILY_LIMIT', count: 3 }])
  })

  it('uses the day in the time zone of the sender', () => {
    const { lastMessageAt } = forecast(
      [once(2)],
      [sender({ dailyLimit: 1, timeZone: 'Asia/Kathmandu' })],
      now,
    )
    expect(lastMessageAt).toEqual(at('2026-11-20T18:15:00Z'))
  })

  it('rises with the ramp', () => {
    const ramp = { start: 2, add: 3, everyDays: 1 }
    const { lastMessageAt } = forecast(
      [once(2 + 5 + 8)],
      [sender({ dailyLimit: 8, ramp, rampFrom: '2026-11-20' })],
      now,
    )
    expect(lastMessageAt).toEqual(at('2026-11-22T00:00:00Z'))
  })

  it('keeps the gap with half of the jitter, and says who waits for it', () => {
    const reported = forecast([once(5)], [sender({ gapSeconds: 60 })], now)
    expect(reported.lastMessageAt).toEqual(new Date(now.getTime() + 4 * 90_000))
    expect(reported.waits).toEqual([{ step: 0, code: 'SENDER_GAP', count: 4 }])
  })

  it('divides the messages among the senders of a step', () => {
    const senders = [sender({ dailyLimit: 10 }), sender({ id: 'b', dailyLimit: 5 })]
    const { lastMessageAt } = forecast([once(30, ['a', 'b'])], senders, now)
    expect(lastMessageAt).toEqual(at('2026-11-21T00:00:00Z'))
  })

  it('schedules later messages of a recipient after the earlier one, and before new recipients', () => {
    const cohort: Cohort = {
      count: 4,
      messages: [
        { step: 0, senders: ['a'], afterSeconds: 0 },
        { step: 2, senders: ['a'], afterSeconds: day },
      ],
    }
    const reported = forecast([cohort], [sender({ dailyLimit: 2 })], now)
    // The daily limit of the test's sender allows two messages a day: first messages on the 20th, their
    // follow-ups on the 21st, and so on.
    expect(reported.lastMessageAt).toEqual(at('2026-11-23T00:00:00Z'))
  })

  it('follows a recipient from limited steps to unlimited ones', () => {
    const cohort: Cohort = {
      count: 2,
      messages: [
        { step: 0, senders: ['a'], afterSeconds: 0 },
        { step: 1, senders: [], afterSeconds: hour },
      ],
    }
    expect(forecast([cohort], [sender({ dailyLimit: 1 })], now).lastMessageAt).toEqual(
      at('2026-11-21T01:00:00Z'),
    )
  })

  it('is empty if the last message is more than three years away', () => {
    expect(forecast([once(1_000_000)], [sender({ dailyLimit: 10 })], now)).toMatchObject({
      firstMessageAt: now,
      lastMessageAt: null,
    })
  })
})

describe('the cohorts of a rehearsal', () => {
  it('contain recipients who get the same messages at the same distances, to the minute', () => {
    const cohorts = new Cohorts()
    for (const afterSeconds of [0, 20, 59, 60]) cohorts.add([{ step: 0, senders: ['a'], afterSeconds }])
    cohorts.add([])
    expect(cohorts.all.map(({ count }) => count)).toEqual([3, 1])
  })

  it('are few however different the distances are', () => {
    const cohorts = new Cohorts()
    for (let minute = 0; minute < 60 * 24 * 10; minute++)
      cohorts.add([{ step: 0, senders: ['a'], afterSeconds: minute * 60 }])
    expect(cohorts.all.length).toBeLessThan(250)
    expect(cohorts.all.reduce((sum, { count }) => sum + count, 0)).toBe(60 * 24 * 10)
  })
})

describe('the forecast of senders in a pool', () => {
  const minute = 60 * 1000
  const pool = (changes: Partial<PoolUse> = {}): PoolUse => ({
    id: 'pool',
    maxPerDay: 10,
    used: 0,
    oldestExpiresAt: null,
    scheduledUntil: new Date(0),
    priorityUntil: new Date(0),
    ...changes,
  })
  const pooled = (use: PoolUse, changes: Partial<PossibleSender> = {}) =>
    ['a', 'b', 'c'].map((id) => sender({ id, pool: use, ...changes }))
  const all = ['a', 'b', 'c']

  it('is now for all senders together up to the number of the pool', () => {
    expect(forecast([once(10, all)], pooled(pool()), now)).toEqual({
      firstMessageAt: now,
      lastMessageAt: now,
      days: daysOf(10),
      waits: [],
    })
  })

  it('waits 24 hours for the messages before, at midnight too, and spreads the rest over a day', () => {
    const late = at('2026-11-20T23:30:00Z')
    const { firstMessageAt, lastMessageAt, waits } = forecast([once(13, all)], pooled(pool()), late)
    expect(firstMessageAt).toEqual(late)
    // The first message after the pool is used up leaves 24 hours and ten minutes later, and the third of them two
    // tenths of a day after the first.
    expect(lastMessageAt).toEqual(at('2026-11-22T04:28:00Z'))
    expect(waits).toEqual([{ step: 0, code: 'SENDER_POOL_LIMIT', count: 3 }])
  })

  it('begins when the oldest messages of the last 24 hours no longer count', () => {
    const use = pool({ used: 10, oldestExpiresAt: at('2026-11-20T15:00:00Z') })
    const { firstMessageAt, lastMessageAt, waits } = forecast([once(2, all)], pooled(use), now)
    expect([firstMessageAt, lastMessageAt]).toEqual([at('2026-11-20T15:00:00Z'), at('2026-11-20T17:24:00Z')])
    expect(waits).toEqual([{ step: 0, code: 'SENDER_POOL_LIMIT', count: 2 }])
  })

  it('comes after the messages that wait already', () => {
    const use = pool({
      used: 4,
      oldestExpiresAt: at('2026-11-20T15:00:00Z'),
      scheduledUntil: at('2026-11-20T18:00:00Z'),
    })
    expect(forecast([once(1, all)], pooled(use), now).firstMessageAt).toEqual(at('2026-11-20T18:00:00Z'))
  })

  it('gives a message later its full number again, as nothing was sent in the 24 hours before', () => {
    const messages = [
      { step: 0, senders: all, afterSeconds: 0 },
      { step: 1, senders: all, afterSeconds: 5 * day },
    ]
    const { lastMessageAt, waits } = forecast([{ count: 10, messages }], pooled(pool()), now)
    expect(lastMessageAt).toEqual(at('2026-11-25T12:00:00Z'))
    expect(waits).toEqual([])
  })

  it('never exceeds the number in any 24 hours, whatever the zones, gaps and limits of the senders are', () => {
    const zones = ['UTC', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'America/Los_Angeles']
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 300 }),
        fc.array(
          fc.record({ zone: fc.constantFrom(...zones), gapSeconds: fc.integer({ min: 0, max: 4_000 }) }),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
        (maxPerDay, count, of) => {
          const use = pool({ maxPerDay })
          const senders = of.map(({ zone, gapSeconds }, nth) =>
            sender({ id: String(nth), pool: use, timeZone: zone, gapSeconds }),
          )
          const ids = senders.map(({ id }) => id)
          const { lastMessageAt } = forecast([once(count, ids)], senders, now)
          const least = Math.floor((count - 1) / maxPerDay) * day * 1000
          expect((lastMessageAt?.getTime() ?? 0) - now.getTime()).toBeGreaterThanOrEqual(least)
          // The forecast is no slower than a pool that is used up once and then lets one message leave at a time,
          // unless the gaps are.
          const gaps = 1.5 * 1000 * count * Math.max(...of.map(({ gapSeconds }) => gapSeconds))
          const spread = count * Math.ceil((day * 1000) / maxPerDay)
          expect((lastMessageAt?.getTime() ?? 0) - now.getTime()).toBeLessThanOrEqual(
            gaps + spread + (day * 1000 + 10 * minute) * (2 + count / maxPerDay),
          )
        },
      ),
    )
  })
})

describe('the forecast of a spinner with a pace', () => {
  const pace = (changes: Partial<PaceUse> = {}): PaceUse => ({
    zone: 'UTC',
    day: '2026-11-20',
    used: 0,
    usedNew: 0,
    queueDay: null,
    queueCount: 0,
    followUps: 0,
    latePeople: 0,
    days: [1, 2, 3, 4, 5, 6, 7],
    opensAt: 0,
    ...changes,
  })
  const twice = (count: number): Cohort => ({
    count,
    messages: [
      { step: 0, senders: [], afterSeconds: 0 },
      { step: 1, senders: [], afterSeconds: day },
    ],
  })

  it('spreads new people over the days, and sends their follow-ups besides', () => {
    const { lastMessageAt, days, waits } = forecast([twice(5)], [], now, pace({ maxNewPerDay: 2 }))
    expect([...days.values()].map(({ first }) => first)).toEqual([2, 2, 1, 0])
    expect([...days.values()].reduce((sum, { all }) => sum + all, 0)).toBe(10)
    expect(lastMessageAt).toEqual(at('2026-11-23T00:00:00Z'))
    expect(waits).toEqual([{ step: 0, code: 'SPINNER_PACE', count: 3 }])
  })

  it('sends follow-ups first, if the pace limits all messages', () => {
    const { days } = forecast([twice(4)], [], now, pace({ maxPerDay: 2 }))
    expect([...days.values()]).toEqual([
      { first: 2, all: 2 },
      { first: 0, all: 2 },
      { first: 2, all: 2 },
      { first: 0, all: 2 },
    ])
  })

  it('subtracts what was sent today, and leaves out days on which the window is closed', () => {
    // The present day is a Friday.
    const weekdays = pace({ maxNewPerDay: 2, usedNew: 1, days: [1, 2, 3, 4, 5], opensAt: 9 * 60 })
    const { lastMessageAt } = forecast([once(3, [])], [], now, weekdays)
    expect(lastMessageAt).toEqual(at('2026-11-23T09:00:00Z'))
  })

  it('leaves the places of people in other jobs to them', () => {
    const queued = pace({ maxNewPerDay: 2, usedNew: 2, queueDay: '2026-11-22', queueCount: 1 })
    const { firstMessageAt, lastMessageAt } = forecast([once(2, [])], [], now, queued)
    expect([firstMessageAt, lastMessageAt]).toEqual([at('2026-11-22T00:00:00Z'), at('2026-11-23T00:00:00Z')])
  })

  it('takes the lower one of pace and limits of senders', () => {
    const { days } = forecast([once(6)], [sender({ dailyLimit: 1 })], now, pace({ maxNewPerDay: 4 }))
    expect([...days.values()].map(({ first }) => first)).toEqual([1, 1, 1, 1, 1, 1])
  })
})
