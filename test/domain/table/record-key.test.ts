import { describe, expect, it } from '@jest/globals'
import type { Cell } from '../../../src/domain/record-cells.ts'
import { keyReaderFor } from '../../../src/domain/table/record-key.ts'
import { countryOfPhone, knowsCountry, readPhone } from '../../../src/domain/text/phone-number.ts'

describe('the key of a record', () => {
  const keyOf = keyReaderFor({ columns: ['email', 'name'], defaultCountry: null })

  it('has sixteen bytes, and does not reveal its input', () => {
    expect(keyOf({ email: 'ada@example.com', name: 'Ada' })).toMatch(/^[0-9a-f]{32}$/)
    expect(keyOf({ email: 'ada@example.com', name: null })).toBeNull()
  })

  it('never changes, because stored records were matched by it', () => {
    expect(keyOf({ email: 'Ada@EXAMPLE.com', name: ' Zoe\u0308 ' })).toBe('1b1cc3d64159d71d239b05e8be57316d')
  })
})

describe('the key of a phone number', () => {
  const inThe = (country: string | null) => {
    const read = keyReaderFor({ columns: ['phone'], defaultCountry: country })
    return (phone: Cell) => read({ phone })
  }

  it.each<Cell>([
    '(202) 555-0100',
    '202.555.0100',
    2025550100,
    '1 202 555 0100',
    '+1 (202) 555 0100',
    '２０２５５５０１００',
  ])('is the same for %j in the United States', (phone) => {
    expect(inThe('US')(phone)).toBe(inThe(null)('+12025550100'))
  })

  it('depends on the country if the number has no prefix', () => {
    expect(inThe('DE')('030 123456')).toBe(inThe(null)('+4930123456'))
    expect(inThe('FR')('030 123456')).not.toBe(inThe('DE')('030 123456'))
  })

  it('differs by extension, because several people share a switchboard', () => {
    expect(inThe('US')('202-555-0100 ext. 12')).not.toBe(inThe('US')('202-555-0100'))
  })

  it.each(['ask Ada', '12', 'x'.repeat(10_000), '+1 202 555 0100 or so'])(
    'is that of the text if it is not a number: %.20s',
    (phone) => {
      expect(inThe('US')(` ${phone} `)).toBe(inThe(null)(phone))
    },
  )

  it('accepts countries by their two letters', () => {
    expect(['US', 'DE', 'ZZ', 'us'].map(knowsCountry)).toEqual([true, true, false, false])
  })
})

describe('a phone number for a column', () => {
  it.each([
    [' (202) 555-0100 ', 'US', '+12025550100'],
    ['+49 151 12345678', null, '+4915112345678'],
    ['0151 12345678', 'DE', '+4915112345678'],
    ['0151 12345678', null, null],
    ['call me', 'US', null],
    ['', 'US', null],
    ['1'.repeat(10_000), 'US', null],
  ])('of %j in %s is %s', (text, country, expected) => {
    expect(readPhone(text, country)).toBe(expected)
  })

  it.each([
    ['+49 151 12345678', 'DE'],
    ['+1 (202) 555 0100', 'US'],
    ['0151 12345678', null],
    ['call me', null],
    [`+49 151 12345678${' '.repeat(10_000)}`, null],
  ])('tells its country if it has a prefix: %.20j', (text, country) => {
    expect(countryOfPhone(text)).toBe(country)
  })
})
