import { describe, expect, it } from '@jest/globals'
import { addressesIn } from '../../../src/domain/person/address-cells.ts'
import { erasedCells, matcherOfAddress, matcherOfValue } from '../../../src/domain/person/person-matcher.ts'
import type { DataRecord } from '../../../src/domain/record-cells.ts'
import { keyReaderFor } from '../../../src/domain/table/record-key.ts'

const ada = 'ada@example.com'
const lin = 'lin@example.com'
const changed = (record: DataRecord, columns: readonly string[] | null = null) =>
  erasedCells(columns && { columns }, record, matcherOfAddress(ada))

describe('a record that contains the address of a person', () => {
  it.each([
    ['a column with a name for addresses', { owner: lin, 'E-Mail': ' ADA@Example.com ' }],
    ['one of several columns for addresses', { email: lin, 'private email': ada }],
    ['any cell, if it has no column for addresses', { owner: lin, note: ada }],
    ['a column that was removed from the table', { dropped: ada }],
  ])('belongs to the person because of %s', (_how, record) => {
    expect(changed(record)).toBeNull()
  })

  it('belongs to the person by a match column of any name', () => {
    const record = { login: ada, email: lin }
    expect(changed(record, ['login'])).toBeNull()
    expect(changed(record, ['phone'])).toEqual({ login: null })
  })

  it('belongs to another person if a column for addresses names that one, and loses each cell', () => {
    const record = { owner: ada, 'sent by': 'Ada@EXAMPLE.com', email: lin, age: 36, note: 'asked her' }
    expect(changed(record)).toEqual({ owner: null, 'sent by': null })
    expect(addressesIn(record)).toEqual([ada, lin])
  })

  it('belongs to a lead without an address of its own, who is kept when a colleague is erased', () => {
    expect(changed({ owner: ada, phone: '+49 30 123456' })).toEqual({ owner: null })
    expect(changed({ 'assigned to': ada, email: null })).toEqual({ 'assigned to': null })
    expect(changed({ note: ada, email: 'none' })).toEqual({ note: null })
  })

  it('keeps a longer text without the address, in any spelling', () => {
    const note = `Asked <ADA@example.com>, see https://crm.example/?q=ada%40example.com&n=1; not${ada}.`
    expect(changed({ note, email: lin })).toEqual({
      note: `Asked <erased>, see https://crm.example/?q=erased&n=1; not${ada}.`,
    })
    expect(changed({ note: `asked not${ada}`, email: null, phone: 5 })).toEqual({})
  })
})

describe('an address with a character that is a border of other addresses', () => {
  const miles = "miles.o'brien@acme.example"

  it.each([
    [`Asked ${miles}, twice.`, 'Asked erased, twice.'],
    [`Asked '${miles}'.`, "Asked 'erased'."],
    ["Asked brien@acme.example and l'ada@acme.example", null],
  ])('is erased from a text: %s', (note, left) => {
    const expected = left === null ? {} : { note: left }
    expect(erasedCells(null, { note, email: lin }, matcherOfAddress(miles))).toEqual(expected)
  })
})

describe('a person who is identified by the value of a column', () => {
  /** Returns the digits of a phone number for the test's matcher; null for other text. */
  const keyOf = ({ phone }: DataRecord) =>
    /^[\d +]+$/.test(String(phone)) ? String(phone).replaceAll(/\D/g, '') : null
  const knownBy = matcherOfValue('phone', '+44 20 7946 0000', keyOf)

  it('owns records by that column only, in any spelling', () => {
    expect(erasedCells(null, { phone: '+442079460000', name: 'Ada' }, knownBy)).toBeNull()
    expect(erasedCells(null, { phone: '5', desk: '+442079460000' }, knownBy)).toEqual({ desk: null })
    expect(erasedCells(null, { phone: '5', note: 'Call +44 20 7946 0000.' }, knownBy)).toEqual({
      note: 'Call erased.',
    })
  })

  it('is recognized by the keys of match columns, for each spelling of the value', () => {
    const ways = {
      phone: [
        '+49 30 1234567',
        '030 1234567',
        '(030) 123-45.67',
        '+49 (0)30/1234567',
        'tel:+49301234567',
        '٠٣٠١٢٣٤٥٦٧',
      ],
      email: ['ada@example.com', ' ADA@Example.com', 'ada@example.org', 'ada'],
      account: ['A-1001-77', ' A-1001-77 ', 'a-1001-77', 'caf\u00e9 1', 'cafe\u0301 1'],
    }
    for (const [column, values] of Object.entries(ways)) {
      const matchKeyOf = keyReaderFor({ columns: [column], defaultCountry: 'DE' })
      for (const one of values) {
        const known = matcherOfValue(column, one, matchKeyOf)
        const recognized = values.filter((other) => known.is(column, other))
        expect(recognized).toEqual(
          values.filter((other) => matchKeyOf({ [column]: other }) === matchKeyOf({ [column]: one })),
        )
      }
    }
  })

  it('is found without parsing every cell as a phone number', () => {
    let read = 0
    const counted = matcherOfValue('phone', '+44 20 7946 0000', (record) => {
      read++
      return keyOf(record)
    })
    for (let number = 0; number < 100_000; number++) counted.is('phone', 2_079_000_000 + number)
    for (const other of ['Ada', 'ada1@example.com', '2026-11-22', null, true]) counted.is('phone', other)
    expect(read).toBeLessThan(20)
  })

  it('is not recognized by a short value in texts and in other columns', () => {
    const short = matcherOfValue('account', '7', ({ account }) => String(account ?? '') || null)
    expect(short.words).toBeNull()
    expect(erasedCells(null, { account: '8', age: 7, note: '7 calls' }, short)).toEqual({})
    expect(erasedCells(null, { account: 7 }, short)).toBeNull()
  })
})
