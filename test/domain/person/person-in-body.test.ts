import { describe, expect, it } from '@jest/globals'
import type { Decoded } from '../../../src/domain/arrival/mapping/decoded.ts'
import { type Partition, partOfPerson, withoutPerson } from '../../../src/domain/person/person-in-body.ts'
import { matcherOfAddress } from '../../../src/domain/person/person-matcher.ts'

const ada = 'ada@example.com'
const lin = 'lin@example.com'
const known = matcherOfAddress(ada)
const unmapped: Partition = { root: null, match: null }
const rest = (body: Decoded, partition: Partition = unmapped) => {
  const left = withoutPerson(body, partition, known)
  return left.left === 'rest' ? left.decoded : left.left
}

describe('a body without a person', () => {
  it.each<[string, Decoded, Decoded]>([
    [
      'Spindle’s own form',
      { records: [{ email: ada }, { email: lin }] },
      { records: [null, { email: lin }] },
    ],
    ['a list of people', [{ email: lin }, { email: 'ADA@example.com', n: 1 }], [{ email: lin }, null]],
    [
      'people in a list under keys',
      { meta: { at: 1 }, data: { leads: [{ contact: { mail: ada } }, { contact: { mail: lin } }] } },
      { meta: { at: 1 }, data: { leads: [null, { contact: { mail: lin } }] } },
    ],
    [
      'wrapped values',
      [{ properties: { email: { value: ada } } }, { properties: { email: { value: lin } } }],
      [null, { properties: { email: { value: lin } } }],
    ],
  ])('keeps the records of others, at their positions: %s', (_form, body, left) => {
    expect(rest(body)).toEqual(left)
  })

  it('keeps the records of others if a mapping says that they are records', () => {
    const body = { rows: [{ who: ada }, { tel: '1' }] }
    const partition: Partition = { root: ['rows', { all: true }], match: null }
    expect(rest(body, partition)).toEqual({ rows: [null, { tel: '1' }] })
    expect(partOfPerson(body, partition, known)).toEqual({ rows: [{ who: ada }, null] })
  })

  it('keeps the lead of another person whom the erased person owns', () => {
    expect(rest({ email: lin, owner: { email: ada, name: 'A' }, note: `by ${ada}` })).toEqual({
      email: lin,
      owner: { email: null, name: 'A' },
      note: 'by erased',
    })
    expect(rest({ records: [{ email: lin, owner: ada }] })).toEqual({
      records: [{ email: lin, owner: null }],
    })
  })

  it.each<[string, Decoded]>([
    ['a lead', { contact: { email: ada, name: 'Ada' } }],
    ['only the person in a list', { records: [{ email: ada }, { email: ada, n: 2 }] }],
    [
      'the answers of a form',
      {
        answers: [
          { type: 'email', email: ada, field: { ref: 'a' } },
          { type: 'text', text: 'Ada', field: { ref: 'b' } },
        ],
      },
    ],
    [
      'the answers of a form with two addresses',
      {
        answers: [
          { type: 'email', email: ada, field: { ref: 'a' } },
          { type: 'email', email: lin, field: { ref: 'b' } },
          { type: 'text', text: 'Ada', field: { ref: 'c' } },
        ],
      },
    ],
    [
      'labels and values',
      {
        fields: [
          { label: 'E-Mail', value: ada },
          { label: 'Name', value: 'Ada' },
        ],
      },
    ],
    ['several addresses of one person', { firstName: 'Ada', emails: [{ email: ada }, { email: lin }] }],
    ['a text that names only the person', { note: `new lead: ${ada}` }],
  ])('is empty if the body contains nobody else: %s', (_form, body) => {
    expect(rest(body)).toBe('nothing')
  })

  it('is unchanged if the body does not name the person', () => {
    expect(rest({ email: `not${ada}` })).toBe('all')
  })

  it('contains no key that is the address', () => {
    expect(rest([{ email: lin, seen: { [ada]: 1 } }, { email: 'eve@example.com' }])).toEqual([
      { email: lin, seen: { erased: 1 } },
      { email: 'eve@example.com' },
    ])
  })
})
