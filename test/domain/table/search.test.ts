import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { Cell } from '../../../src/domain/record-cells.ts'
import { noAnswers } from '../../../src/domain/spinner/where/person-question.ts'
import { matchesWhere, type Where } from '../../../src/domain/spinner/where/where.ts'
import { conditionsOf } from '../../../src/domain/table/search/conditions.ts'
import {
  matchesSearchWords,
  searchWordsOf,
  wordsOfRecord,
} from '../../../src/domain/table/search/search-words.ts'
import { compareKeys, sortKey } from '../../../src/domain/table/search/sort-key.ts'

const now = new Date('2026-11-21T12:00:00Z')

describe('the order of cells', () => {
  it('puts numbers first, then days and times, then text without case and accents', () => {
    const cells = ['Zoë', '10', 9, 'émile', 'Emil', '2026-01-02', '2025-12-31T23:00:00Z', -3, 'zoe', '']
    expect(cells.toSorted((a, b) => compareKeys(sortKey(a), sortKey(b)))).toEqual([
      '',
      -3,
      9,
      '10',
      '2025-12-31T23:00:00Z',
      '2026-01-02',
      'Emil',
      'émile',
      'Zoë',
      'zoe',
    ])
  })
})

describe('the conditions of a search', () => {
  const cell: fc.Arbitrary<Cell> = fc.oneof(
    fc.string(),
    fc.integer().map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString()),
    fc.constantFrom('2026-11-21', ' 42 ', '1e3', 'true', 'Émile', '.5', '-0'),
  )
  const value = cell.filter((one) => one !== null)
  const operator = fc.constantFrom(
    'equals',
    'exists',
    'missing',
    'greaterThan',
    'lessThan',
    'before',
    'after',
  )

  it('omit no matching record', () => {
    fc.assert(
      fc.property(cell, value, operator, fc.boolean(), (own, other, named, same) => {
        const where = { column: 'a', operator: named, value: same && own !== null ? own : other } as Where
        if (!matchesWhere(where, { a: own }, now, noAnswers)) return
        const key = sortKey(own)
        for (const { ranges } of conditionsOf({ words: [], where, sort: null }, now))
          expect(ranges.some(({ from, to }) => compareKeys(from, key) <= 0 && compareKeys(key, to) < 0)).toBe(
            true,
          )
      }),
      { numRuns: 2_000 },
    )
  })

  it('are not applied if the index of one column cannot decide', () => {
    const of = (where: Where) => conditionsOf({ words: [], where, sort: null }, now).length
    const equals = (column: string) => ({ column, operator: 'equals', value: 'x' }) as const
    expect(of({ or: [equals('a'), equals('b')] })).toBe(0)
    expect(of({ or: [equals('a'), equals('a')] })).toBe(1)
    expect(of({ not: equals('a') })).toBe(0)
    expect(of({ and: [equals('a'), equals('b')] })).toBe(2)
  })
})

describe('the words of a record', () => {
  it('are found by their start, without case and accents', () => {
    const record = { name: 'Zoë Müller-Lang', email: 'zoe@example.com', age: 42, note: null }
    expect(wordsOfRecord(record)).toEqual(['zoe', 'muller', 'lang', 'example', 'com', '42'])
    expect(matchesSearchWords(record, searchWordsOf('zoe mul'))).toBe(true)
    expect(matchesSearchWords(record, searchWordsOf('ZOE@exam'))).toBe(true)
    expect(matchesSearchWords(record, searchWordsOf('ler'))).toBe(false)
  })
})
