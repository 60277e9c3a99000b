import { describe, expect, it } from '@jest/globals'
import { gramsOf, searchedParts, searchTextOf } from '../../../../src/domain/person/list/people-search.ts'
import { personReader } from '../../../../src/domain/person/list/person-of-record.ts'

describe('the person of a record', () => {
  const plain = personReader(null, null)

  it('is known by the address in a column named for one, and not by that of an owner', () => {
    const record = { name: 'Ada', owner: 'eve@example.com', email: ' ADA@Example.com ' }
    expect(plain(record)).toMatchObject({ email: 'ada@example.com', match: null, name: 'Ada' })
    expect(plain({ ...record, email: null })).toBeNull()
    expect(plain({ name: 'Ada', owner: 'eve@example.com' })).toBeNull()
  })

  it('is not known by an address within a longer text', () => {
    for (const note of ['mail to ada@example.com', 'Ada <ada@example.com>', 'a@x.example, b@x.example'])
      expect(plain({ note })).toBeNull()
    expect(plain({ note: `${'a'.repeat(250)}@example.com` })).toBeNull()
  })

  it('is known by the only match column if there is no address, in any spelling of a phone number', () => {
    const byPhone = personReader({ columns: ['phone'] }, 'GB')
    const people = ['+44 20 7946 0000', '020 7946 0000', '+442079460000'].map((phone) => byPhone({ phone }))
    expect(new Set(people.map((person) => person?.identity)).size).toBe(1)
    expect(people[0]).toMatchObject({ email: null, match: { column: 'phone', value: '+44 20 7946 0000' } })
    expect(byPhone({ phone: '+44 20 7946 0000', email: 'ada@example.com' })).toMatchObject({ match: null })
    expect(personReader({ columns: ['phone', 'name'] }, 'GB')({ phone: '1', name: 'Ada' })).toBeNull()
  })

  it('has the name of two columns and the company', () => {
    const record = {
      'First name': 'Ada',
      'Last name': 'Lovelace',
      Firma: 'Engines',
      email: 'ada@example.com',
    }
    const keys = { nameKey: 'ada lovelace', companyKey: 'engines' }
    expect(plain(record)).toMatchObject({ name: 'Ada Lovelace', company: 'Engines', ...keys })
  })
})

describe('the search of people', () => {
  const text = searchTextOf(['ada@example.com', 'Ada Löwe'])

  it.each(['ada', 'EXAMPLE', 'lowe', 'öwe ada', 'lö', 'a'])('finds %s in the text', (q) => {
    expect(searchedParts(q).every((part) => text.includes(part))).toBe(true)
  })

  it.each(['da', 'ow', 'adam', 'ada eve'])('does not find %s', (q) => {
    expect(searchedParts(q).every((part) => text.includes(part))).toBe(false)
  })

  it('has the codes of each part of a text among those of the text, and other codes in another organization', () => {
    const [one, another] = ['01936f4e-0000-7000-8000-00000000abcd', '01936f4e-0000-7000-8000-00000000abce']
    const grams = new Set(gramsOf(one, [text]))
    for (const q of ['ada', 'example.com', 'lo', 'l', '😀'])
      expect(gramsOf(one, searchedParts(q)).every((gram) => grams.has(gram))).toBe(text.includes(q))
    expect(gramsOf(another, [text]).filter((gram) => grams.has(gram))).toEqual([])
    expect([...grams].every((gram) => gram >= -(2 ** 31) && gram < 2 ** 31)).toBe(true)
  })
})
