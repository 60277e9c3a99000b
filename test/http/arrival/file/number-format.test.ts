import { describe, expect, it } from '@jest/globals'
import {
  formatNumber,
  isoMoment,
  numberFormat,
} from '../../../../src/adapters/http/arrival/file/xlsx/number-format.ts'

describe('a number in a spreadsheet', () => {
  it.each([
    [0.1 + 0.2, 'General', '0.3'],
    [1e21, 'General', '1000000000000000000000'],
    [0.000_000_1, 'General', '0.0000001'],
    [4_917_612_345_678, 'General', '4917612345678'],
    [1234.567, '0.00', '1234.57'],
    [1234.5, '#,##0.00', '1234.50'],
    [1234.5, '"$"#,##0.##', '1234.5'],
    [-0.004, '0.00', '0.00'],
    [-12.5, '0.00_);[Red](0.00)', '-12.50'],
    [0.125, '0%', '13%'],
    [7, '00000', '00007'],
    [123_456_789, '000-00-0000', '123-45-6789'],
    [12, '"A-"0000', 'A-0012'],
    [36_526, 'd/m/yy', '2000-01-01'],
    [36_526, '[$-407]dddd, d. mmmm yyyy', '2000-01-01'],
    [36_526.75, 'm/d/yyyy h:mm', '2000-01-01 18:00'],
    [0.5, 'h:mm', '12:00'],
    [1.5, '[h]:mm:ss', '36:00:00'],
    [1, 'yyyy-mm-dd', '1900-01-01'],
    [60_000_000, 'yyyy-mm-dd', '60000000'],
    [12, '@', '12'],
  ])('of %d as %s is shown as %s', (value, code, shown) => {
    expect(formatNumber(value, numberFormat(code), false)).toBe(shown)
  })

  it.each([
    ['2031-07-09T00:00:00', 'd/m/yy', '2031-07-09'],
    ['2031-07-09', 'yyyy-mm-dd', '2031-07-09'],
    ['2031-07-09T08:30:15.000', 'yyyy-mm-dd hh:mm', '2031-07-09 08:30:15'],
    ['1899-12-30T08:30:00', 'h:mm', '08:30'],
    ['08:30:00', 'h:mm', '08:30'],
    ['2031-07-09T08:30:00Z', 'General', '2031-07-09T08:30:00Z'],
    ['next week', 'd/m/yy', 'next week'],
  ])('and a date that is written as %s, in the format %s, is shown as %s', (text, code, shown) => {
    expect(isoMoment(text, numberFormat(code))).toBe(shown)
  })

  it('that is a date is counted from 1904 if the workbook says so', () => {
    expect(formatNumber(0, numberFormat('yyyy-mm-dd'), true)).toBe('1904-01-01')
  })
})
