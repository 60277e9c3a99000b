import { describe, expect, it } from '@jest/globals'
import { boundsOf } from '../../../src/domain/account/overview.ts'

const hours = (bounds: readonly Date[]) =>
  bounds.slice(1).map((end, no) => (end.getTime() - (bounds[no] as Date).getTime()) / 3_600_000)

describe('the bounds of an overview', () => {
  it.each([
    ['24h', 24, 1],
    ['7d', 25, 6],
    ['30d', 30, 24],
  ] as const)(
    'of %s are %i parts of %i hours, the last of which is the present one',
    (range, parts, length) => {
      const now = new Date('2026-11-20T05:10:00Z')
      const bounds = boundsOf(range, now, 'UTC')
      expect(hours(bounds)).toEqual(Array.from({ length: parts }, () => length))
      expect(bounds.at(-2)?.getTime()).toBeLessThanOrEqual(now.getTime())
      expect(bounds.at(-1)?.getTime()).toBeGreaterThan(now.getTime())
    },
  )

  it('are midnights of the time zone, even with an offset of 45 minutes', () => {
    const [first] = boundsOf('30d', new Date('2026-11-20T20:00:00Z'), 'Asia/Kathmandu')
    expect(first?.toISOString()).toBe('2026-10-22T18:15:00.000Z')
  })

  it('follow the length of the day when clocks change', () => {
    const days = hours(boundsOf('30d', new Date('2026-10-30T12:00:00Z'), 'Europe/Vienna'))
    expect([days.length, days.filter((length) => length === 25).length]).toEqual([30, 1])
    const quarters = hours(boundsOf('7d', new Date('2026-03-31T23:00:00Z'), 'Europe/Vienna'))
    expect(quarters.filter((length) => length !== 6)).toEqual([5])
  })
})
