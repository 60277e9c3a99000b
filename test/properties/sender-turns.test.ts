import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { chooseSender, type PossibleSender } from '../../src/domain/job/sending/choose-sender.ts'
import { poolTimeAt } from '../../src/domain/job/sending/pool-use.ts'
import {
  freshBudget,
  type PacedSender,
  type SenderBudget,
  sendingTimeAt,
} from '../../src/domain/job/sending/sending-time.ts'
import { dayAfter, localDay, startOfDay } from '../../src/domain/time/local-time.ts'
import { createWorld, type World } from '../support/world.ts'

const zones = [
  'UTC',
  'Asia/Kathmandu',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Pacific/Kiritimati',
]
/** Generates times for the test, often when clocks change in some time zone. */
const moments = fc.oneof(
  fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-12-31') }).map((at) => new Date(at)),
  fc
    .tuple(
      fc.constantFrom(
        '2026-03-08',
        '2026-11-01',
        '2026-04-05',
        '2026-10-04',
        '2026-04-24',
        '2026-10-30',
        '2026-12-31',
      ),
      fc.integer({ min: -26 * 3_600, max: 26 * 3_600 }),
    )
    .map(([day, seconds]) => new Date(Date.parse(day) + seconds * 1_000)),
)
const limits = fc.record<Omit<PacedSender, 'timeZone'>>({
  dailyLimit: fc.option(fc.integer({ min: 1, max: 4 })),
  gapSeconds: fc.constantFrom(0, 0, 30, 40_000),
  ramp: fc.option(
    fc.record({
      start: fc.integer({ min: 1, max: 3 }),
      add: fc.integer({ min: 0, max: 2 }),
      everyDays: fc.integer({ min: 1, max: 3 }),
    }),
  ),
  rampFrom: fc.option(fc.constantFrom('2026-01-01', '2026-10-28', '2028-01-01')),
  maxPerDay: fc.option(fc.integer({ min: 1, max: 4 })),
})
const around = (at: Date) =>
  fc.integer({ min: -3 * 86_400, max: 3 * 86_400 }).map((seconds) => new Date(at.getTime() + seconds * 1_000))
/**
 * Generates fractions for the test that are exact in binary, so that the domain code and SQL compute the same
 * result from them.
 */
const chances = fc.nat(1_023).map((part) => part / 1_024)

const cases = fc.tuple(moments, fc.constantFrom(...zones), limits).chain(([now, timeZone, limit]) => {
  const nearby = around(now).map((at) => localDay(at, timeZone))
  return fc.record({
    now: fc.constant(now),
    sender: fc.constant({ ...limit, timeZone }),
    budget: fc.record<SenderBudget>({
      day: fc.oneof(fc.constant(localDay(now, timeZone)), nearby),
      used: fc.nat(5),
      zone: fc.option(fc.oneof(fc.constant(timeZone), fc.constantFrom(...zones))),
      nextAt: around(now),
      scheduledUntil: around(now),
      scheduledDay: fc.option(nearby),
      scheduledCount: fc.nat(4),
      priorityUntil: fc.option(around(now)),
      cooldownUntil: fc.option(around(now)),
    }),
    isPaused: fc.boolean(),
    hasBegun: fc.boolean(),
    hasWaited: fc.boolean(),
    random: chances,
  })
})

/*
 * Tests that the domain code and SQL decide alike when a sender sends a message. SQL decides in the statement
 * that marks messages. Both get the same generated senders.
 */
describe('the turn of a message at its sender', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  it('is the same in SQL, for every sender, budget and time', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ now, sender, budget, isPaused, hasBegun, hasWaited, random }) => {
        const { rows } = await world.sql.query<Row>(
          `select t.code, t.until, t.allowed, t.room, (t.after).day::text as day, (t.after).used, (t.after).zone, (t.after).next_at as "nextAt",
                  (t.after).scheduled_until as "scheduledUntil", (t.after).scheduled_day::text as "scheduledDay",
                  (t.after).scheduled_count as "scheduledCount",
                  (t.after).priority_until as "priorityUntil", (t.after).cooldown_until as "cooldownUntil"
             from sender_verdict(
               p_at => $1,
               p_sender => jsonb_populate_record(null::senders, $2),
               p_budget => jsonb_populate_record(null::sender_budgets, $3),
               p_is_paused => $4, p_has_begun => $5, p_has_waited => $6, p_random => $7) t`,
          [now, rowOfSender(sender), rowOfBudget(budget), isPaused, hasBegun, hasWaited, random],
        )
        const turn = sendingTimeAt(now, sender, budget, isPaused, { hasBegun, hasWaited }, random)
        const { after, ...told } = turn
        expect(rows).toEqual([{ ...told, ...after }])
      }),
      { numRuns: 600 },
    )
  })

  it('is the same for the messages of a chunk whose senders SQL chooses together', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(cases, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 6 }),
        fc.boolean(),
        async (possible, messages, hasBegun) => {
          const now = possible[0]?.now ?? new Date(0)
          let senders: PossibleSender[] = possible.map(({ sender, budget, isPaused }, index) => ({
            ...sender,
            id: String(index + 1),
            budget,
            isPaused,
            pool: null,
          }))
          const { rows } = await world.sql.query<{ chosen: string[] | null }>(
            `select choose_free_senders(
               p_at => $1,
               p_senders => array(select jsonb_populate_record(null::senders, s) from jsonb_array_elements($2) s),
               p_budgets => array(select jsonb_populate_record(null::sender_budgets, b) from jsonb_array_elements($3) b),
               p_is_paused => $4, p_possible => $5, p_has_begun => $6, p_messages => $7)::text[] as chosen`,
            [
              now,
              JSON.stringify(possible.map(({ sender }) => rowOfSender(sender))),
              JSON.stringify(possible.map(({ budget }) => rowOfBudget(budget))),
              possible.map(({ isPaused }) => isPaused),
              senders.map(({ id }) => id),
              hasBegun,
              messages,
            ],
          )
          const chosen: (string | null)[] = []
          for (let nth = 0; nth < messages; nth++) {
            const choice = chooseSender(senders, { hasBegun, hasWaited: false }, now, 0)
            const isFree = choice?.time.code === null
            chosen.push(isFree ? choice.sender.id : null)
            if (isFree)
              senders = senders.map((sender) =>
                sender.id === choice.sender.id ? { ...sender, budget: choice.time.after } : sender,
              )
          }
          const isOneByOne = senders.some(({ gapSeconds }) => gapSeconds > 0) || chosen.includes(null)
          expect(rows).toEqual([{ chosen: isOneByOne ? null : chosen }])
        },
      ),
      { numRuns: 600 },
    )
  })

  it('is the same in SQL for a pool of senders', async () => {
    const pools = moments.chain((now) =>
      fc.record({
        now: fc.constant(now),
        maxPerDay: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 1_000_000 })),
        used: fc.nat(6),
        freesAt: fc.option(around(now)),
        scheduledUntil: around(now),
        priorityUntil: around(now),
        hasBegun: fc.boolean(),
        hasWaited: fc.boolean(),
      }),
    )
    await fc.assert(
      fc.asyncProperty(pools, async ({ now, used, freesAt, hasBegun, hasWaited, ...times }) => {
        const { maxPerDay, scheduledUntil, priorityUntil } = times
        const { rows } = await world.sql.query(
          `select t.until, (t.after).scheduled_until as "scheduledUntil", (t.after).priority_until as "priorityUntil"
             from pool_verdict(
               p_at => $1, p_pool => jsonb_populate_record(null::sender_pools, $2), p_used => $3, p_frees_at => $4,
               p_has_begun => $5, p_has_waited => $6) t`,
          [
            now,
            { max_per_day: maxPerDay, scheduled_until: scheduledUntil, priority_until: priorityUntil },
            used,
            freesAt,
            hasBegun,
            hasWaited,
          ],
        )
        const { until, after } = poolTimeAt(
          now,
          { id: '', used, oldestExpiresAt: freesAt, ...times },
          { hasBegun, hasWaited },
        )
        const { scheduledUntil: scheduled, priorityUntil: priority } = after
        expect(rows).toEqual([{ until, scheduledUntil: scheduled, priorityUntil: priority }])
      }),
      { numRuns: 300 },
    )
  })

  it('keeps the limit of the present day through changes of the time zone, and waits for the next midnight only', () => {
    const changes = fc.array(fc.tuple(fc.constantFrom(...zones), fc.nat(20)), { maxLength: 6 })
    fc.assert(
      fc.property(fc.constantFrom(...zones), moments, changes, (first, begin, zoneChanges) => {
        const sender: PacedSender = {
          timeZone: first,
          dailyLimit: 3,
          gapSeconds: 0,
          ramp: null,
          rampFrom: null,
          maxPerDay: null,
        }
        const ask = (timeZone: string, known: SenderBudget, now: Date) =>
          sendingTimeAt(now, { ...sender, timeZone }, known, false, { hasBegun: true, hasWaited: false }, 0)
        let budget = freshBudget(sender, begin)
        let at = begin
        for (const nth of [1, 2, 3]) {
          const sent = ask(first, budget, at)
          expect([nth, sent.code]).toEqual([nth, null])
          budget = sent.after
        }
        let timeZone = first
        for (const [zone, minutes] of [...zoneChanges, [first, 1] as const]) {
          const later = new Date(at.getTime() + minutes * 60_000)
          const crosses = localDay(at, timeZone) !== localDay(later, timeZone)
          at = later
          if (crosses) return
          timeZone = zone
          const requested = ask(timeZone, budget, at)
          expect(requested.code).toBe('SENDER_DAILY_LIMIT')
          expect(requested.until).toEqual(startOfDay(dayAfter(localDay(at, timeZone)), timeZone))
          // A change of the zone frees the times that waiting messages were given.
          budget = { ...requested.after, priorityUntil: null }
        }
        const midnight = startOfDay(dayAfter(localDay(at, timeZone)), timeZone)
        expect(ask(timeZone, budget, midnight).code).toBe(null)
      }),
      { numRuns: 300 },
    )
  })

  it('never exceeds the messages of a day, and comes for every waiting message', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        moments,
        fc.nat(60),
        chances,
        (timeZone, begin, many, chance) => {
          const sender: PacedSender = {
            timeZone,
            dailyLimit: 3,
            gapSeconds: 600,
            ramp: null,
            rampFrom: null,
            maxPerDay: null,
          }
          let budget: SenderBudget = {
            day: localDay(begin, timeZone),
            used: 0,
            zone: null,
            nextAt: begin,
            scheduledUntil: begin,
            scheduledDay: null,
            scheduledCount: 0,
            priorityUntil: null,
          }
          const waiting = Array.from({ length: many }, () => ({ at: begin, hasWaited: false }))
          const sentOn = new Map<string, number>()
          let requested = 0
          while (waiting.length > 0) {
            waiting.sort((a, b) => a.at.getTime() - b.at.getTime())
            const next = waiting.shift()
            if (next === undefined) break
            requested++
            const turn = sendingTimeAt(next.at, sender, budget, false, { ...next, hasBegun: false }, chance)
            budget = turn.after
            if (turn.until !== null) waiting.push({ at: turn.until, hasWaited: true })
            else {
              const day = localDay(next.at, timeZone)
              sentOn.set(day, (sentOn.get(day) ?? 0) + 1)
            }
          }
          expect(Math.max(0, ...sentOn.values())).toBeLessThanOrEqual(3)
          expect(sentOn.size).toBeLessThanOrEqual(Math.ceil(many / 3) + 2)
          // Expects few checks for each message: when it is first due and when its sending time comes, not on
          // every day between.
          expect(requested).toBeLessThanOrEqual(3 * many)
        },
      ),
      { numRuns: 40 },
    )
  })
})

function rowOfSender({ dailyLimit, gapSeconds, ramp, rampFrom, timeZone, maxPerDay }: PacedSender) {
  return {
    daily_limit: dailyLimit,
    gap_seconds: gapSeconds,
    ramp,
    ramp_from: rampFrom,
    max_per_day: maxPerDay,
    time_zone: timeZone,
  }
}

function rowOfBudget(budget: SenderBudget) {
  return {
    day: budget.day,
    used: budget.used,
    zone: budget.zone,
    next_at: budget.nextAt,
    scheduled_until: budget.scheduledUntil,
    scheduled_day: budget.scheduledDay,
    scheduled_count: budget.scheduledCount,
    priority_until: budget.priorityUntil,
    cooldown_until: budget.cooldownUntil,
  }
}

interface Row {
  readonly code: string | null
}
