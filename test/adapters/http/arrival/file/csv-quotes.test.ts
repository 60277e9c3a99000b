import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { isWellQuoted } from '../../../../../src/adapters/http/arrival/file/quotes.ts'
import { workedMsDuring } from '../../../../support/max-wait.ts'

describe('the quotes of a row', () => {
  it.each([
    ['a,b', true],
    ['"a","b"', true],
    ['"a ""b""", "c"\r\n', true],
    ['"a,\nb",c', true],
    ['a"b,c', false],
    ['"a"b,c', false],
    ['"a', false],
    ['a "b"', false],
  ])('in %j enclose whole cells: %s', (row, expected) => {
    expect(isWellQuoted(row)).toBe(expected)
  })

  it('are accepted exactly if an equivalent regular expression, with quadratic time, matches', () => {
    const pattern = /(^|[,;\t|])\s*"(?:[^"]|"")*"(?=[,;\t|\r\n]|$)/g
    const row = fc
      .array(fc.constantFrom('"', '"', ',', ';', '\t', ' ', 'a', '""'), { maxLength: 12 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(row, (raw) => {
        expect(isWellQuoted(raw)).toBe(!raw.replaceAll(pattern, '$1').includes('"'))
      }),
      { numRuns: 3_000 },
    )
  })

  it.each([
    ['blanks', `${' '.repeat(1_000_000)}x"y,b`],
    ['tabs', `${'\t'.repeat(1_000_000)}x"y,b`],
    ['quotes', '"'.repeat(1_000_001)],
    ['quoted cells', '"a",'.repeat(250_000)],
  ])('are found in a row of a million %s in one pass', (_what, row) => {
    // A million characters take milliseconds in one pass, and minutes if the time is quadratic.
    expect(workedMsDuring(() => isWellQuoted(row))).toBeLessThan(1_000)
  })
})
