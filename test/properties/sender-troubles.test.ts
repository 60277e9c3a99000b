import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { refusesSender, troubleIn } from '../../src/adapters/memory/sender/pacing/sender-trouble.ts'
import type { HealthCounts } from '../../src/domain/sender/pacing/breaker.ts'
import { createWorld, type World } from '../support/world.ts'

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
const asArray = ({ sent, bounced, complained, refused }: HealthCounts) => [sent, bounced, complained, refused]

describe('the limits that pause a sender', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  it('are the same in SQL, for any counts', async () => {
    await fc.assert(
      fc.asyncProperty(part, part, part, part, fc.nat(10), async (recent, earlier, before, long, tenths) => {
        const recentReports = Math.floor((recent.refused * tenths) / 10)
        const hour = sum(recent, earlier)
        const day = sum(hour, before)
        const all = sum(day, long)
        const { rows } = await world.sql.query<{ code: string | null; counts: string[] | null }>(
          'select * from sender_trouble(p_recent => $1, p_hour => $2, p_day => $3, p_all => $4)',
          [[...asArray(recent), recentReports], ...[hour, day, all].map(asArray)],
        )
        const found = troubleIn({ recent, recentReports, hour, day, all })
        const expected = found && { code: found.code, counts: asArray(found.counts).map(String) }
        expect(rows).toEqual([expected ?? { code: null, counts: null }])
      }),
      { numRuns: 500 },
    )
  })

  it('are the same in SQL for reports of all of its spinners together', async () => {
    const few = fc.nat(4)
    await fc.assert(
      fc.asyncProperty(fc.nat(12), fc.nat(8), few, few, async (sent, refused, spinners, domains) => {
        const { rows } = await world.sql.query<{ refuses_sender: boolean }>(
          'select refuses_sender(p_sent => $1, p_refused => $2, p_spinners => $3, p_domains => $4)',
          [sent, refused, spinners, domains],
        )
        const expected = refusesSender({ sent, refused, spinners, domains })
        expect(rows).toEqual([{ refuses_sender: expected }])
      }),
      { numRuns: 300 },
    )
  })
})
