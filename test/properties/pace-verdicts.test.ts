import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { type PaceUse, paceOnDay, paceTimeAt } from '../../src/domain/job/sending/pace-use.ts'
import { dayAfter, localDay } from '../../src/domain/time/local-time.ts'
import { createWorld, type World } from '../support/world.ts'

const zones = ['UTC', 'Asia/Kathmandu', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo']
/** Times of the test, often when clocks change in one of the zones. */
const moments = fc
  .tuple(
    fc.constantFrom('2026-03-08', '2026-11-01', '2026-04-05', '2026-10-04', '2026-04-24', '2026-12-31'),
    fc.integer({ min: -26 * 3_600, max: 26 * 3_600 }),
  )
  .map(([day, seconds]) => new Date(Date.parse(day) + seconds * 1_000))
const few = fc.integer({ min: 1, max: 4 })
const cases = fc
  .tuple(moments, fc.constantFrom(...zones), fc.constantFrom(...zones))
  .chain(([now, zone, newZone]) => {
    const nearby = fc.integer({ min: -2, max: 3 }).map((days) => dayAfter(localDay(now, zone), days))
    return fc.record({
      now: fc.constant(now),
      newZone: fc.constant(newZone),
      limits: fc.oneof(
        fc.record({ maxNewPerDay: few, maxPerDay: few }),
        fc.record({ maxNewPerDay: few }),
        fc.record({ maxPerDay: few }),
      ),
      stored: fc.record({
        zone: fc.constant(zone),
        day: nearby,
        used: fc.nat(5),
        usedNew: fc.nat(5),
        queueDay: fc.option(nearby),
        queueCount: fc.nat(4),
        followUps: fc.nat(2),
        latePeople: fc.nat(2),
        days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
        opensAt: fc.constantFrom(0, 90, 150, 540),
      }),
    })
  })

describe('the pace of a spinner', () => {
  let world: World

  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  /** The stored row as a value of its composite type. */
  const row = `row('00000000-0000-0000-0000-000000000000'::uuid, '00000000-0000-0000-0000-000000000000'::uuid,
    $1::int, $2::int, $3::int[], $4::int, $5::text, $6::date, $7::int, $8::int, $9::date, $10::int, null::date, 0,
    $11::int, $12::int, now())::spinner_paces`
  const valuesOf = ({ maxNewPerDay, maxPerDay, ...use }: Partial<PaceUse> & Record<string, unknown>) => [
    maxNewPerDay ?? null,
    maxPerDay ?? null,
    use.days,
    use.opensAt,
    use.zone,
    use.day,
    use.used,
    use.usedNew,
    use.queueDay,
    use.queueCount,
    use.followUps,
    use.latePeople,
  ]

  it('lets a new person wait until the same time in the domain and in SQL', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ now, newZone, limits, stored }) => {
        const { days, opensAt, ...counts } = stored
        const use: PaceUse = { ...paceOnDay(now, counts, newZone), ...limits, days, opensAt }
        const { until, evidence } = paceTimeAt(use)
        const { rows } = await world.sql.query(
          `select v.until, v.allowed, v.counts, to_char((t).day, 'YYYY-MM-DD') as day, (t).used
             from (select pace_today(p_pace => ${row}, p_zone => $13, p_at => $14) as t) s
            cross join lateral pace_verdict(
              p_pace => case when (t).counted_at is null then jsonb_populate_record(t, '{"follow_ups": 0, "late_people": 0}') else t end,
              p_is_first => true, p_place => null) v`,
          [...valuesOf({ ...limits, ...stored }), newZone, now],
        )
        const [decided] = rows
        expect([decided.day, decided.used]).toEqual([use.day, use.used])
        expect(decided.until).toEqual(until)
        if (until !== null) expect({ limit: decided.allowed, counts: decided.counts }).toEqual(evidence)
      }),
      { numRuns: 400 },
    )
  })

  it('never lets more leave on a day than its numbers, in any order of people and follow-ups', async () => {
    const messages = fc.array(fc.record({ isFirst: fc.boolean(), place: fc.constantFrom(null, -1, 0, 1) }), {
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(cases, messages, async ({ limits, stored }, asked) => {
        const steps = asked.map(({ isFirst, place }) => ({
          is_first: isFirst,
          place: place === null ? null : dayAfter(stored.day, place),
        }))
        const { rows } = await world.sql.query(
          `with recursive steps as (
             select (m.e ->> 'is_first')::boolean as is_first, (m.e ->> 'place')::date as place, m.no
               from jsonb_array_elements($13::jsonb) with ordinality as m(e, no)
           ), walk as (
             select 0::bigint as no, ${row} as pace, null::timestamptz as until
             union all
             select s.no, v.after, v.until
               from walk w join steps s on s.no = w.no + 1
               cross join lateral pace_verdict(p_pace => w.pace, p_is_first => s.is_first, p_place => s.place) v
           )
           select (pace).used, (pace).used_new, until from walk order by no`,
          [...valuesOf({ ...limits, ...stored, used: 0, usedNew: 0 }), JSON.stringify(steps)],
        )
        const last = rows.at(-1)
        const { maxNewPerDay = Number.POSITIVE_INFINITY, maxPerDay = Number.POSITIVE_INFINITY } =
          limits as Partial<PaceUse>
        expect(last.used).toBeLessThanOrEqual(maxPerDay)
        expect(last.used_new).toBeLessThanOrEqual(maxNewPerDay)
        // Each message either leaves or has a time.
        expect(rows.slice(1).filter(({ until }) => until === null)).toHaveLength(last.used)
      }),
      { numRuns: 300 },
    )
  })
})
