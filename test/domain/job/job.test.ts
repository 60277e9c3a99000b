import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { countsOf, type SettledCounts } from '../../../src/domain/job/job.ts'

const none: SettledCounts = { waiting: 0, done: 0, skipped: 0, failed: 0, unconfirmed: 0, deleted: 0 }

describe('the counts of a job', () => {
  it('include everyone as pending at the start', () => {
    expect(countsOf(7, none)).toEqual({
      total: 7,
      pending: 7,
      waiting: 0,
      done: 0,
      skipped: 0,
      failed: 0,
      unconfirmed: 0,
    })
  })

  it('subtract recipients that have left "pending" from the pending ones', () => {
    expect(countsOf(7, { ...none, waiting: 1, done: 3 })).toMatchObject({ pending: 3, waiting: 1, done: 3 })
  })

  it('omit records that were deleted before their turn', () => {
    expect(countsOf(7, { ...none, deleted: 2 })).toMatchObject({ total: 5, pending: 5 })
  })

  it('do not list deleted records', () => {
    expect(countsOf(7, { ...none, deleted: 2 })).not.toHaveProperty('deleted')
  })

  it('have a total that is the sum of the others', () => {
    const settled = fc.record({
      waiting: fc.nat(500),
      done: fc.nat(500),
      skipped: fc.nat(500),
      failed: fc.nat(500),
      unconfirmed: fc.nat(500),
      deleted: fc.nat(500),
    })
    fc.assert(
      fc.property(settled, fc.nat(500), (parts, left) => {
        const size = Object.values(parts).reduce((sum, part) => sum + part, left)
        const { total, ...others } = countsOf(size, parts)
        expect(Object.values(others).reduce((sum, part) => sum + part, 0)).toBe(total)
        expect(others.pending).toBe(left)
      }),
    )
  })
})
