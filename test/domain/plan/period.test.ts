import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { nextPeriodStart, periodOf } from '../../../src/domain/plan/period.ts'

describe('a period', () => {
  it('is a calendar month', () => {
    expect(periodOf(new Date('2026-11-20T12:00:00.000Z'))).toBe('2026-11')
  })

  it('is a month in UTC, in any zone of the client', () => {
    expect(periodOf(new Date('2026-12-01T00:30:00+02:00'))).toBe('2026-11')
  })

  it('lasts to the last millisecond of its month', () => {
    expect(periodOf(new Date('2026-11-30T23:59:59.999Z'))).toBe('2026-11')
  })

  it('is followed by the first of the next month', () => {
    expect(nextPeriodStart(new Date('2026-11-30T23:59:59.999Z'))).toEqual(
      new Date('2026-12-01T00:00:00.000Z'),
    )
  })

  it('is followed by January at the end of a year', () => {
    expect(nextPeriodStart(new Date('2026-12-31T12:00:00.000Z'))).toEqual(
      new Date('2027-01-01T00:00:00.000Z'),
    )
  })

  it('ends exactly where the next one begins, at any moment', () => {
    const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, (now) => {
        const next = nextPeriodStart(now)
        expect(next.getTime()).toBeGreaterThan(now.getTime())
        expect(periodOf(new Date(next.getTime() - 1))).toBe(periodOf(now))
        expect(periodOf(next)).not.toBe(periodOf(now))
      }),
    )
  })
})
