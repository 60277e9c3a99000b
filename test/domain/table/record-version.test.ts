import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { isOlder, recordVersion } from '../../../src/domain/table/record-version.ts'

/**
 * Returns for the test how the versions of two cells compare: -1 if the first is older, 0 if they are equal, 1
 * if it is newer.
 */
function order(one: string | number | boolean | null, other: string | number | boolean | null): number {
  const [a, b] = [recordVersion(one), recordVersion(other)]
  return isOlder(a, b) ? -1 : isOlder(b, a) ? 1 : 0
}

describe('the version of a record', () => {
  it.each([
    [9, 10],
    ['9', 10],
    ['-10', '-9'],
    ['-0.12', '-0.1'],
    ['0.1', '0.12'],
    ['-1', '0'],
    ['1e3', '1001'],
    ['1.5e-7', '2e-7'],
    // Test case: two integers that have the same value as a double, and must be compared digit by digit.
    ['1857460127837460481', '1857460127837460482'],
  ])('compares numbers as numbers: %s is older than %s', (one, other) => {
    expect([order(one, other), order(other, one)]).toEqual([-1, 1])
  })

  it.each([
    ['2026-11-20', '2026-11-20T00:00:01Z'],
    ['2026-11-20T10:00:00+02:00', '2026-11-20T09:00:00Z'],
    ['2026-11-20T09:00:00.1Z', '2026-11-20T09:00:00.100000001Z'],
    ['1969-12-31T23:59:58.25Z', '1969-12-31T23:59:58.5Z'],
    ['1969-12-31T23:59:59.5Z', '1970-01-01'],
    ['0099-01-01', '1969-01-01'],
  ])('compares ISO times as times: %s is older than %s', (one, other) => {
    expect([order(one, other), order(other, one)]).toEqual([-1, 1])
  })

  it.each([
    ['10', '10.0'],
    ['1e2', 100],
    ['+7', ' 7 '],
    ['-0', 0],
    ['2026-11-20T10:00:00+01:00', '2026-11-20 09:00Z'],
    ['2026-11-20T09:00', '2026-11-20T09:00:00.000Z'],
    ['Zoe\u0308', 'Zoë'],
    ['', null],
  ])('is equal for %j and %j', (one, other) => {
    expect(order(one, other)).toBe(0)
  })

  it('compares other values as text, and an empty one is the oldest', () => {
    expect([
      order('v10', 'v2'),
      order('2026-02-30', '2026-02-31'),
      order(null, 'a'),
      order('', '-1'),
    ]).toEqual([-1, -1, -1, -1])
  })

  it('is a total order: no value is older than a value that is older than it', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc
        .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
        .map((at) => at.toISOString()),
    )
    fc.assert(
      fc.property(cell, cell, cell, (a, b, c) => {
        const sorted = [a, b, c].toSorted(order)
        expect([
          order(sorted[0] ?? '', sorted[1] ?? ''),
          order(sorted[1] ?? '', sorted[2] ?? ''),
        ]).not.toContain(1)
        expect(order(sorted[0] ?? '', sorted[2] ?? '')).not.toBe(1)
      }),
    )
  })

  it('compares numbers and times correctly', () => {
    const sign = (difference: number) => Math.sign(difference) + 0
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (a, b) => {
          expect(order(a, b)).toBe(a < b ? -1 : a > b ? 1 : 0)
        },
      ),
    )
    const moment = fc.date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        expect(order(a.toISOString(), b.toISOString())).toBe(sign(a.getTime() - b.getTime()))
      }),
    )
  })
})
