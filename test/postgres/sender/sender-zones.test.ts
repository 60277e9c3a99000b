import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { isZone, localDay } from '../../../src/domain/time/local-time.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { createWorld, type World } from '../../support/world.ts'

/**
 * Test cases: time zone names that PostgreSQL reads as abbreviations of one fixed offset, and the service's
 * code as zones with summer time.
 */
const abbreviations = ['CET', 'EET', 'MET', 'WET', 'EST', 'MST', 'HST']

describe('the days of a sender, on PostgreSQL', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  const knows = (zones: readonly string[]) =>
    world.container.get(UnitOfWork).run(async (tx) => {
      const known: boolean[] = []
      for (const zone of zones) known.push(await tx.senders.knowsZone(zone))
      return known
    })

  it('accept no zone that only the code knows, or that differs in the database', async () => {
    expect(await knows(['Mars/Olympus', ...abbreviations])).not.toContain(true)
    expect(await knows(['UTC', 'Asia/Kathmandu', 'asia/kathmandu', 'Europe/Vienna'])).not.toContain(false)
  })

  it('begin at the same moment in both, in every zone that can be chosen', async () => {
    const others = ['US/Eastern', 'Asia/Calcutta', 'Japan', 'GMT', 'EST5EDT', 'Etc/GMT+5']
    const names = [...Intl.supportedValuesOf('timeZone'), ...others].filter(isZone)
    const known = await knows(names)
    const zones = names.filter((_, index) => known[index])
    expect(zones.length).toBeGreaterThan(names.length / 2)
    for (const moment of ['2026-01-15T23:10:00Z', '2026-07-15T00:50:00Z', '2026-11-20T18:15:00Z']) {
      const { rows } = await world.sql.query<{ day: string }>(
        `select to_char($1::timestamptz at time zone z.name, 'YYYY-MM-DD') as day
           from unnest($2::text[]) with ordinality z(name, no) order by z.no`,
        [moment, zones],
      )
      expect(rows.map(({ day }) => day)).toEqual(zones.map((zone) => localDay(new Date(moment), zone)))
    }
  })
})
