import { describe, expect, it } from '@jest/globals'
import type { Decoded } from '../../../../src/domain/arrival/mapping/decoded.ts'
import { mapDelivery } from '../../../../src/domain/arrival/mapping/map-delivery.ts'
import type { MappedItem } from '../../../../src/domain/arrival/mapping/mapped-delivery.ts'
import type { FieldSource, Mapping } from '../../../../src/domain/arrival/mapping/mapping.ts'
import { pathText } from '../../../../src/domain/arrival/mapping/path.ts'
import { noContext } from '../../../fixtures/senders.ts'
import { doAtOnce } from '../../../support/time/do-at-once.ts'
import { measured } from '../../../support/time/measured-work.ts'

const all = { all: true } as const

function mapping(changes: Partial<Mapping>, ...columns: [string, ...FieldSource[]][]): Mapping {
  return {
    name: 'Test',
    match: { where: [], requires: [] },
    root: [],
    fields: columns.map(([column, ...from]) => ({ column, from, transform: [] })),
    action: 'insert',
    ...changes,
  }
}

const email = mapping({}, ['email', { path: ['email'] }])

function map(body: Decoded, ...mappings: Mapping[]): readonly MappedItem<Mapping>[] | null {
  return doAtOnce(mapDelivery(mappings, body, noContext))?.items ?? null
}

/**
 * Returns the test's result for each mapped item: its record, the codes of the reasons for holding it, or
 * `ignored`.
 */
function seen(items: readonly MappedItem<Mapping>[] | null) {
  return items?.map((item) =>
    item.outcome === 'record'
      ? item.record
      : item.outcome === 'held'
        ? item.reasons.map(({ code }) => code)
        : 'ignored',
  )
}

describe('a delivery', () => {
  it('without a matching mapping is held, and otherwise the first matching one applies', () => {
    const events = (...values: string[]) =>
      mapping({ match: { where: [{ path: ['type'], in: values }], requires: [] } }, ['a', { path: ['a'] }])
    expect(map({ type: 'gone', a: 1 })).toBeNull()
    expect(map({ type: 'gone', a: 1 }, events('new'))).toBeNull()
    const second = { ...events('gone', 'new'), name: 'Second' }
    expect(
      doAtOnce(mapDelivery([events('new'), second], { type: 'gone', a: 1 }, noContext))?.mapping.name,
    ).toBe('Second')
    expect(
      doAtOnce(mapDelivery([events('new'), second], { type: 'new', a: 1 }, noContext))?.mapping.name,
    ).toBe('Test')
  })

  it('matches despite unknown keys, but not if a required key is missing', () => {
    const needs = { ...email, match: { where: [], requires: [['email']] } }
    expect(seen(map({ email: 'a@example.com', more: { and: ['more'] } }, needs))).toEqual([
      { email: 'a@example.com' },
    ])
    expect(map({ mail: 'a@example.com' }, needs)).toBeNull()
  })

  it('is split by its root, through several lists', () => {
    const leads = mapping({ root: ['entry', all, 'changes', all] }, ['id', { path: ['value', 'id'] }])
    const body = {
      entry: [{ changes: [{ value: { id: 1 } }, { value: { id: 2 } }] }, { changes: [{ value: { id: 3 } }] }],
    }
    expect(seen(map(body, leads))).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
    expect(map(body, leads)?.map(({ index }) => index)).toEqual([0, 1, 2])
    expect(map({ entry: [] }, leads)).toEqual([])
    expect(map({ entries: [] }, leads)).toBeNull()
  })

  it('may omit the brackets of a list with one item', () => {
    const leads = mapping({ root: ['leads', all] }, ['id', { path: ['id'] }])
    expect(seen(map({ leads: { id: 1 } }, leads))).toEqual([{ id: 1 }])
  })

  it('with one invalid record holds only that record', () => {
    const leads: Mapping = {
      ...mapping({ root: [all] }),
      fields: [{ column: 'size', from: [{ path: ['size'] }], transform: [{ do: 'number' }] }],
    }
    const items = map([{ size: '1' }, { size: 'many' }, { size: 3 }], leads)
    expect(seen(items)).toEqual([{ size: 1 }, ['NOT_A_NUMBER'], { size: 3 }])
    expect(items?.[1]).toMatchObject({
      reasons: [{ column: 'size', path: ['size'], message: 'The value is not a number' }],
    })
  })

  it('of several events maps each record with its mapping, and holds records without one', () => {
    const of = (value: string, changes: Partial<Mapping> = {}) =>
      mapping(
        { root: [all], match: { where: [{ path: [all, 'type'], in: [value] }], requires: [] }, ...changes },
        ['id', { path: ['id'] }],
      )
    const items = map(
      [
        { type: 'new', id: 1 },
        { type: 'gone', id: 2 },
        { type: 'else', id: 3 },
      ],
      of('new'),
      of('gone', { action: 'ignore', name: 'Gone' }),
    )
    expect(seen(items)).toEqual([{ id: 1 }, 'ignored', ['UNKNOWN_FORMAT']])
    expect(items?.map((item) => item.mapping?.name)).toEqual(['Test', 'Gone', undefined])
  })

  it('without any value of its mapping is held', () => {
    const constant = mapping({}, ['email', { path: ['email'] }], ['source', { constant: 'web' }])
    expect(seen(map({ test: true }, constant))).toEqual([['NO_VALUES']])
    expect(seen(map({ email: ' ' }, constant))).toEqual([['NO_VALUES']])
  })

  it('is identified by the id of its mapping, otherwise by the known ids of sources', () => {
    const marks = (body: Decoded, one: Mapping = email, headers: Record<string, string> = {}) =>
      doAtOnce(mapDelivery([one], body, { ...noContext, headers }))?.items.map((item) => [
        item.deliveryId?.text ?? null,
        item.versionTime,
      ])
    expect(
      marks({ email: 'a', id: 7, at: 5 }, { ...email, deliveryId: ['id'], versionTime: ['at'] }),
    ).toEqual([['7', '5']])
    expect(marks({ email: 'a', event_id: 'e1', updated_at: '2026' })).toEqual([['e1', '2026']])
    expect(marks({ email: 'a', id: 'evt_1' })).toEqual([['evt_1', null]])
    expect(marks({ email: 'a', id: 'cus_1' })).toEqual([[null, null]])
    expect(marks({ email: 'a', meta: { id: 'm1', timestamp: 't' } })).toEqual([['m1', 't']])
    // Pipedrive writes a UUID, whose digits may all be decimal, and its former version the number of the person.
    const uuid = '15049351-7024-4120-9053-284113960702'
    expect(marks({ email: 'a', meta: { id: uuid } })).toEqual([[uuid, null]])
    expect(marks({ email: 'a', meta: { id: 7 } })).toEqual([[null, null]])
    expect(marks({ email: 'a', meta: { id: '7' } })).toEqual([[null, null]])
    expect(marks({ email: 'a', event_id: 'e1' }, email, { 'webhook-id': 'w1' })).toEqual([['w1', null]])
    const each = { ...mapping({ root: [all] }, ['id', { path: ['id'] }]) }
    expect(
      marks(
        [
          { id: 1, eventId: 1, occurredAt: 10 },
          { id: 2, eventId: 2 },
        ],
        each,
      ),
    ).toEqual([
      ['1', '10'],
      ['2', null],
    ])
  })
})

describe('a field', () => {
  const cell = (body: Decoded, ...from: FieldSource[]) => {
    const context = { ...noContext, headers: { 'x-source': 'ads' }, query: { utm: 'x' } }
    const one = mapping({}, ['a', ...from], ['there', { constant: 1 }], ['is', { path: ['is'] }])
    const [item] = doAtOnce(mapDelivery([one], body, context))?.items ?? []
    return item?.outcome === 'record'
      ? item.record['a']
      : item?.outcome === 'held'
        ? item.reasons[0]?.code
        : null
  }

  it('uses the first source that exists and is not blank', () => {
    const sources: FieldSource[] = [{ path: ['x'] }, { path: ['y'] }, { path: ['z'] }]
    expect(cell({ is: 1, x: '', y: null, z: 'z' }, ...sources)).toBe('z')
    expect(cell({ is: 1, x: [{}], y: 'y' }, ...sources)).toBe('NOT_ONE_VALUE')
    expect(cell({ is: 1, y: 0 }, ...sources)).toBe(0)
    expect(cell({ is: 1 }, ...sources)).toBeNull()
    expect(cell({ is: 1, y: false }, ...sources)).toBe(false)
  })

  it('selects items of a list by condition or position, and the value of a list of one', () => {
    const emails = {
      is: 1,
      emails: [
        { value: 'a', primary: 'false' },
        { value: 'b', primary: 'true' },
      ],
    }
    const where = { where: { path: ['primary'], equals: true } }
    expect(cell(emails, { path: ['emails', where, 'value'] })).toBe('b')
    expect(cell(emails, { path: ['emails', { index: 0 }, 'value'] })).toBe('a')
    expect(cell(emails, { path: ['emails', all, 'value'] })).toBe('NOT_ONE_VALUE')
    expect(cell({ is: 1, x: ['a'] }, { path: ['x'] })).toBe('a')
    expect(cell({ is: 1, x: { y: 1 } }, { path: ['x'] })).toBe('NOT_ONE_VALUE')
  })

  it('accepts keys with any characters', () => {
    const keys = { 'a.b[0]': 'x', '': 'y', __proto__x: 1, '{c}': 'z' }
    expect(cell({ is: 1, ...keys }, { path: ['a.b[0]'] })).toBe('x')
    expect(cell({ is: 1, ...keys }, { path: [''] })).toBe('y')
    expect(cell({ is: 1 }, { path: ['constructor', 'name'] })).toBeNull()
    expect(cell({ is: 1, x: [1, 2] }, { path: ['x', 'length'] })).toBeNull()
    expect(cell({ is: 1, x: 'text' }, { path: ['x', 'length'] })).toBeNull()
    expect(
      cell(JSON.parse('{"is": 1, "__proto__": {"a": "own"}}') as Decoded, { path: ['__proto__', 'a'] }),
    ).toBe('own')
  })

  it('accepts constants, headers, URL parameters and values outside of the record', () => {
    expect(cell({ is: 1 }, { constant: 'web' })).toBe('web')
    expect(cell({ is: 1 }, { header: 'X-Source' })).toBe('ads')
    expect(cell({ is: 1 }, { query: 'utm' })).toBe('x')
    const one = mapping(
      { root: ['leads', all] },
      ['id', { path: ['id'] }],
      ['form', { path: ['form'], of: 'body' }],
    )
    expect(seen(map({ form: 'F', leads: [{ id: 1 }, { id: 2 }] }, one))).toEqual([
      { id: 1, form: 'F' },
      { id: 2, form: 'F' },
    ])
  })

  it('fills templates, and is missing if all their values are', () => {
    const template = '{first name} {last}'
    expect(cell({ is: 1, 'first name': 'Ada', last: 'Lovelace' }, { template })).toBe('Ada Lovelace')
    expect(cell({ is: 1, last: 'Lovelace' }, { template })).toBe('Lovelace')
    expect(cell({ is: 1 }, { template })).toBeNull()
    const parts = [{ path: ['n', 'f'] }, ' ', { path: ['n', 'l'] }]
    expect(cell({ is: 1, n: { f: 'Ada', l: 'L' } }, { template: parts })).toBe('Ada L')
  })

  it('reports text that cannot be stored', () => {
    expect(cell({ is: 1, x: 'a\0b' }, { path: ['x'] })).toBe('NOT_STORABLE')
    expect(cell({ is: 1, x: '\ud800' }, { path: ['x'] })).toBe('NOT_STORABLE')
  })
})

describe('a missing, null or blank value', () => {
  const fields: [string, ...FieldSource[]][] = [
    ['email', { path: ['email'] }],
    ['phone', { path: ['phone'] }],
  ]

  it('is distinguished in a patch, where missing keeps the value and null clears it', () => {
    const patch = mapping({ action: 'patch' }, ...fields)
    expect(seen(map({ email: 'a@example.com' }, patch))).toEqual([{ email: 'a@example.com' }])
    expect(seen(map({ email: 'a@example.com', phone: null }, patch))).toEqual([
      { email: 'a@example.com', phone: null },
    ])
    expect(seen(map({ other: 1 }, patch))).toEqual([['NO_VALUES']])
  })

  it('is null in a record that is inserted', () => {
    expect(seen(map({ email: 'a@example.com' }, mapping({}, ...fields)))).toEqual([
      { email: 'a@example.com', phone: null },
    ])
  })
})

describe('the mapping of a delivery', () => {
  it('ends within its limits, however large its result would be', () => {
    const list = Array.from({ length: 10_000 }, (_, at) => ({ id: at, text: 'x' }))
    const search = { where: { path: ['id'], equals: -1 } }
    const costly = mapping(
      { root: ['list', all] },
      ['id', { path: ['id'] }],
      ['found', { path: ['list', search], of: 'body' }],
    )
    const items = map({ list }, costly)
    expect(items).toHaveLength(10_000)
    expect(seen(items)?.at(0)).toEqual({ id: 0, found: null })
    expect(seen(items)?.at(-1)).toEqual(['TOO_MUCH_WORK'])
    const long = mapping({ root: ['list', all] }, ['long', { path: ['long'], of: 'body' }])
    const copies = seen(map({ list, long: 'x'.repeat(100_000) }, long))
    expect(copies?.filter((copy) => !Array.isArray(copy)).length).toBeLessThan(200)
    expect(copies?.at(-1)).toEqual(['TOO_MUCH_WORK'])
  })

  it('pauses between its parts, and counts blank lists, headers and the values of conditions', () => {
    const list = Array.from({ length: 10_000 }, (_, at) => ({ id: at }))
    const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
    const blank = numbers(40).map(() => ({ text: numbers(10_000).map(() => '') }))
    const fieldsFrom = (source: FieldSource) =>
      numbers(200).map((at): [string, ...FieldSource[]] => [`${at}`, ...numbers(10).map(() => source)])
    const where = numbers(19).map(() => ({ path: ['list', all, 'id'], in: numbers(100).map((at) => -at) }))
    const cases: readonly [Decoded, readonly Mapping[]][] = [
      [{ list: blank }, [mapping({ root: ['list', all] }, ...fieldsFrom({ path: ['text'] }))]],
      [{ list }, [mapping({ root: ['list', all] }, ...fieldsFrom({ header: 'x' }))]],
      [{ list }, numbers(50).map(() => mapping({ root: ['list', all], match: { where, requires: [] } }))],
    ]
    for (const [body, mappings] of cases) {
      const { maxMs, parts, result } = measured(mapDelivery(mappings, body, noContext))
      expect(maxMs).toBeLessThan(200)
      expect(parts).toBeGreaterThan(10)
      if (result !== null) expect(seen(result.items)?.at(-1)).toEqual(['TOO_MUCH_WORK'])
    }
  })
})

describe('a path in a body', () => {
  it('is written for people to read', () => {
    const where = { where: { path: ['field', 'ref'], equals: 'email' } }
    expect(pathText(['answers', where, 'email'])).toBe('answers[field.ref=email].email')
    expect(pathText([all, 'a b', { index: 2 }, 'x__c'])).toBe('[*]["a b"][2].x__c')
  })
})
