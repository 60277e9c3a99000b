import { describe, expect, it } from '@jest/globals'
import { addressesIn } from '../../../src/domain/person/address-cells.ts'
import { columnsToEmpty, names, personStores, together } from '../../../src/domain/person/erasure.ts'

const ada = 'ada@example.com'
const lin = 'lin@example.com'

describe('a record in which the address of a person stands', () => {
  it.each([
    ['a column that is called as an address is', { owner: lin, 'E-Mail': ' ADA@Example.com ' }, null],
    ['one of several such columns', { email: lin, 'private email': ada }, null],
    ['whichever cell, where no such column has an address', { owner: lin, note: ada, email: 'none' }, null],
    ['a column that is gone from the table', { dropped: ada }, null],
  ])('is their own by %s', (_how, record, expected) => {
    expect(columnsToEmpty(null, record, ada)).toEqual(expected)
  })

  it('is their own by a match column, whatever it is called', () => {
    const record = { login: ada, email: lin }
    expect(columnsToEmpty({ columns: ['login'] }, record, ada)).toBeNull()
    expect(columnsToEmpty({ columns: ['phone'] }, record, ada)).toEqual(['login'])
  })

  it('is somebody else’s where such a column names another, and loses each cell', () => {
    const record = { owner: ada, 'sent by': 'Ada@EXAMPLE.com', email: lin, age: 36, note: 'asked her' }
    expect(columnsToEmpty(null, record, ada)).toEqual(['owner', 'sent by'])
    expect(addressesIn(record)).toEqual([ada, lin])
  })

  it('is nobody’s where no cell is the address', () => {
    expect(columnsToEmpty(null, { note: `asked ${ada}`, email: null, phone: 5 }, ada)).toEqual([])
  })
})

it('a text names an address in whatever case, and an empty one names none', () => {
  expect([`550 <Ada@Example.com>`, 'nobody', null].map((text) => names(text, ada))).toEqual([
    true,
    false,
    false,
  ])
})

it('counts of an erase add up, and leave out what was not there', () => {
  expect(together({ records: 1, contacts: 0 }, { records: 2 }, { messages: 1 })).toEqual({
    records: 3,
    messages: 1,
  })
  expect(together()).toEqual({})
  expect(new Set(personStores).size).toBe(personStores.length)
})
