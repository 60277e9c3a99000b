import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { HealthCounts } from '../../src/domain/sender/pacing/breaker.ts'
import { createWorld, type World } from '../support/world.ts'
import { faultIn, refusesSender, type SenderHealthCounts, type SenderRefusals } from './sender-fault-rule.ts'

/** Generates numbers of sent messages for the test, often at the thresholds that pause a sender. */
const sentCounts = fc.oneof(fc.nat(60), fc.nat(2_000), fc.constantFrom(19, 20, 49, 50, 51, 100, 667))
const part = fc.record<HealthCounts>({
  sent: sentCounts,
  bounced: fc.oneof(fc.nat(6), fc.nat(120)),
  complained: fc.oneof(fc.nat(3), fc.nat(25)),
  refused: fc.oneof(fc.nat(6), fc.nat(900)),
})
const sum = (...all: readonly HealthCounts[]): HealthCounts =>
  all.reduce((a, b) => ({
    sent: a.sent + b.sent,
    bounced: a.bounced + b.bounced,
    complained: a.complained + b.complained,
    refused: a.refused + b.refused,
  }))
const nothing: HealthCounts = { sent: 0, bounced: 0, complained: 0, refused: 0 }
const quiet = { ...nothing, sent: 10_000 }
const within = (
  of: 'recent' | 'hour' | 'day' | 'all',
  counts: Partial<HealthCounts>,
): SenderHealthCounts => ({
  recent: nothing,
  recentReports: 0,
  hour: nothing,
  day: nothing,
  all: quiet,
  [of]: { ...nothing, ...counts },
})

/**
 * The lowest counts at which each reason code pauses a sender, and counts just below them, as cases of the
 * test.
 */
const limits = [
  ['BOUNCES_IN_HOUR', 'hour', { sent: 100, bounced: 10 }, { sent: 100, bounced: 9 }],
  ['BOUNCES_IN_HOUR', 'hour', { sent: 20, bounced: 5 }, { sent: 19, bounced: 5 }],
  ['BOUNCES_IN_DAY', 'day', { sent: 200, bounced: 10 }, { sent: 200, bounced: 9 }],
  ['BOUNCES_IN_DAY', 'day', { sent: 50, bounced: 5 }, { sent: 50, bounced: 4 }],
  ['COMPLAINTS_IN_HOUR', 'hour', { sent: 1_000, complained: 10 }, { sent: 1_000, complained: 9 }],
  ['COMPLAINTS_IN_HOUR', 'hour', { sent: 50, complained: 2 }, { sent: 49, complained: 2 }],
  ['COMPLAINTS_IN_DAY', 'day', { sent: 1_000, complained: 3 }, { sent: 1_000, complained: 2 }],
  ['EARLY_BOUNCES', 'all', { sent: 50, bounced: 5 }, { sent: 50, bounced: 4 }],
  ['EARLY_BOUNCES', 'all', { sent: 5, bounced: 5 }, { sent: 51, bounced: 5 }],
  ['PROVIDER_REFUSES', 'recent', { sent: 10, refused: 5 }, { sent: 11, refused: 5 }],
  ['PROVIDER_REFUSES', 'recent', { sent: 4, refused: 5 }, { sent: 4, refused: 4 }],
] as const

const asArray = ({ sent, bounced, complained, refused }: HealthCounts) => [sent, bounced, complained, refused]

describe('the limits that pause a sender', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  /** Returns the row of `sender_trouble`: the code and the counts, null if the sender may continue. */
  const rowOf = async ({ recent, recentReports, hour, day, all }: SenderHealthCounts) => {
    const { rows } = await world.sql.query<{ code: string | null; counts: string[] | null }>(
      'select * from sender_trouble(p_recent => $1, p_hour => $2, p_day => $3, p_all => $4)',
      [[...asArray(recent), recentReports], ...[hour, day, all].map(asArray)],
    )
    return rows[0]
  }
  const refuses = async ({ sent, refused, spinners, domains }: SenderRefusals) => {
    const { rows } = await world.sql.query<{ refuses: boolean }>(
      'select refuses_sender(p_sent => $1, p_refused => $2, p_spinners => $3, p_domains => $4) as refuses',
      [sent, refused, spinners, domains],
    )
    return rows[0]?.refuses
  }

  it.each(limits)('pause for %s, in the %s with %j, and not with %j', async (code, of, enough, tooFew) => {
    const counts = asArray({ ...nothing, ...enough }).map(String)
    expect(await rowOf(within(of, enough))).toEqual({ code, counts })
    expect(await rowOf(within(of, tooFew))).toEqual({ code: null, counts: null })
  })

  it('pause for one spinner only if the refusals were reported by mail, which recipients can forge', async () => {
    const recent = within('recent', { sent: 10, refused: 6 })
    expect(await rowOf({ ...recent, recentReports: 1 })).toMatchObject({ code: 'PROVIDER_REFUSES' })
    expect(await rowOf({ ...recent, recentReports: 2 })).toMatchObject({ code: 'MESSAGES_REFUSED' })
  })

  it('pause for all spinners if the reports come from two spinners and three domains', async () => {
    const enough = { sent: 10, refused: 5, spinners: 2, domains: 3 }
    expect(await refuses(enough)).toBe(true)
    for (const less of [{ refused: 4 }, { sent: 11 }, { spinners: 1 }, { domains: 2 }])
      expect(await refuses({ ...enough, ...less })).toBe(false)
  })

  it('ignore normal figures', async () => {
    const normal = { recent: quiet, recentReports: 0, hour: quiet, day: quiet, all: quiet }
    expect(await rowOf(normal)).toEqual({ code: null, counts: null })
  })

  it('are the same in SQL, for any counts', async () => {
    await fc.assert(
      fc.asyncProperty(part, part, part, part, fc.nat(10), async (recent, earlier, before, long, tenths) => {
        const recentReports = Math.floor((recent.refused * tenths) / 10)
        const hour = sum(recent, earlier)
        const day = sum(hour, before)
        const all = sum(day, long)
        const counts = { recent, recentReports, hour, day, all }
        const fault = faultIn(counts)
        const expected = fault && { code: fault.code, counts: asArray(fault.counts).map(String) }
        expect(await rowOf(counts)).toEqual(expected ?? { code: null, counts: null })
      }),
      { numRuns: 500 },
    )
  })

  it('are the same in SQL for reports of all of its spinners together', async () => {
    const few = fc.nat(4)
    await fc.assert(
      fc.asyncProperty(fc.nat(12), fc.nat(8), few, few, async (sent, refused, spinners, domains) => {
        const refusals = { sent, refused, spinners, domains }
        expect(await refuses(refusals)).toBe(refusesSender(refusals))
      }),
      { numRuns: 300 },
    )
  })
})
