import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { assertFitsMeter, fitsMeter, type MeterReading } from '../../../src/domain/plan/meter.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const reading = (limit: number | null, used: number): MeterReading => ({ meter: 'records', limit, used })

describe('a meter', () => {
  it('permits the amount that fills it exactly', () => {
    expect(fitsMeter(reading(10, 7), 3)).toBe(true)
  })

  it('refuses one more than the remaining amount', () => {
    expect(fitsMeter(reading(10, 7), 4)).toBe(false)
  })

  it('permits any amount if the plan has no limit', () => {
    expect(fitsMeter(reading(null, 1_000_000_000), 500)).toBe(true)
  })

  it('permits nothing if the limit is zero', () => {
    expect(fitsMeter(reading(0, 0), 1)).toBe(false)
  })

  it('refuses a use while it exceeds a limit that was lowered', () => {
    expect(fitsMeter(reading(10, 12), 1)).toBe(false)
  })

  it('never exceeds the limit, whatever amounts are requested in any order', () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.array(fc.integer({ min: 1, max: 500 })), (limit, amounts) => {
        let used = 0
        for (const amount of amounts) if (fitsMeter(reading(limit, used), amount)) used += amount
        expect(used).toBeLessThanOrEqual(limit)
      }),
    )
  })
})

describe('a refusal by a meter', () => {
  it('returns the requested and the used amount, and when the meter resets', () => {
    expect(() => assertFitsMeter(reading(10, 7), 4, now)).toThrow(
      expect.objectContaining({
        code: 'PLAN_LIMIT',
        details: expect.objectContaining({
          meter: 'records',
          limit: 10,
          used: 7,
          requested: 4,
          resetsAt: '2026-12-01T00:00:00.000Z',
        }),
      }),
    )
  })

  it('does not occur for an amount that fits', () => {
    expect(() => assertFitsMeter(reading(10, 7), 3, now)).not.toThrow()
  })
})
