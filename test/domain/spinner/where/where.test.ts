import { describe, expect, it } from '@jest/globals'
import type { Cell } from '../../../../src/domain/record-cells.ts'
import { noAnswers } from '../../../../src/domain/spinner/where/person-question.ts'
import {
  type Comparison,
  columnsOf,
  comparedColumnsOf,
  compares,
  matchesWhere,
  numberInCell,
  type Operator,
  type Where,
  whereRenamed,
} from '../../../../src/domain/spinner/where/where.ts'

type Value = Exclude<Comparison['value'], undefined>

const now = new Date('2026-11-21T12:00:00Z')

describe('a comparison', () => {
  it.each<[Cell, Operator, Value | undefined, boolean]>([
    ['Ada', 'exists', undefined, true],
    ['', 'exists', undefined, false],
    [null, 'exists', undefined, false],
    [0, 'exists', undefined, true],
    [false, 'exists', undefined, true],
    [null, 'missing', undefined, true],
    ['', 'missing', undefined, true],
    ['x', 'missing', undefined, false],
    ['42', 'equals', 42, true],
    [42, 'equals', '42', true],
    ['true', 'equals', true, true],
    ['ada', 'equals', 'Ada', false],
    [null, 'equals', '', false],
    ['x', 'notEquals', 'y', true],
    [null, 'notEquals', 'y', true],
    ['x', 'notEquals', 'x', false],
    ['Ada Lovelace', 'contains', 'LOVE', true],
    ['Ada', 'contains', 'Grace', false],
    [null, 'contains', 'null', false],
    ['10', 'greaterThan', 9, true],
    ['9', 'greaterThan', 10, false],
    ['9', 'lessThan', '10', true],
    ['ten', 'greaterThan', 9, false],
    ['ten', 'lessThan', 9, false],
    ['', 'lessThan', 1, false],
    [null, 'lessThan', 1, false],
    [' 1.5e2 ', 'greaterThan', 149, true],
    ['   ', 'greaterThan', -1, false],
    ['0x10', 'greaterThan', 1, false],
    ['2026-11-20', 'before', 'now', true],
    ['2026-11-21', 'before', 'now', true],
    ['2026-11-22', 'after', 'now', true],
    ['2026-11-21T13:59:59Z', 'before', 'now+2h', true],
    ['2026-11-21T14:00:00Z', 'before', 'now+2h', false],
    ['2026-11-14T12:00:00Z', 'after', 'now-7d', false],
    ['2026-11-14T12:00:00.001Z', 'after', 'now-7d', true],
    ['2026-11-21T12:30:00+05:45', 'before', '2026-11-21T06:45:01Z', true],
    ['2026-11-21T12:30:00+0545', 'after', '2026-11-21T06:44:59Z', true],
    ['2026-11-21 12:30', 'after', '2026-11-21T12:29:59Z', true],
    ['2026-02-30', 'before', 'now', false],
    ['2026-02-30', 'after', '2020-01-01', false],
    ['21.11.2026', 'before', 'now+1d', false],
    [1_700_000_000, 'before', 'now', false],
    [null, 'before', 'now', false],
  ])('on %j, %s %j, is %j', (cell, operator, value, expected) => {
    const comparison = { column: 'c', operator, ...(value === undefined ? {} : { value }) }
    expect(compares(comparison, cell, now)).toBe(expected)
  })
})

describe('conditions', () => {
  const cells = { plan: 'pro', seats: '12', joined: '2026-11-01' }
  const pro: Where = { column: 'plan', operator: 'equals', value: 'pro' }
  const large: Where = { column: 'seats', operator: 'greaterThan', value: 50 }
  const recent: Where = { column: 'joined', operator: 'after', value: 'now-30d' }

  it.each<[string, Where, boolean]>([
    ['all of which are met', { and: [pro, recent] }, true],
    ['of which one is not met', { and: [pro, large] }, false],
    ['of which any may be met', { or: [large, pro] }, true],
    ['of which none is met', { or: [large, { not: pro }] }, false],
    ['that must not be met', { not: large }, true],
    ['on a column that the record lacks', { not: { column: 'email', operator: 'exists' } }, true],
    ['on a property of every object', { column: 'toString', operator: 'exists' }, false],
  ])('%s', (_, where, expected) => {
    expect(matchesWhere(where, cells, now, noAnswers)).toBe(expected)
  })

  it('name each column once, and each of its places', () => {
    const where: Where = { or: [{ and: [pro, large] }, { not: pro }] }
    expect(columnsOf(where)).toEqual(['plan', 'seats'])
    expect(comparedColumnsOf(where).map(({ place }) => place)).toEqual([
      '/or/0/and/0/column',
      '/or/0/and/1/column',
      '/or/1/not/column',
    ])
  })

  it('keep their meaning after a column was renamed', () => {
    const where: Where = { and: [{ or: [pro] }, { not: large }] }
    const renamed = whereRenamed(where, 'plan', 'tier')
    expect(columnsOf(renamed)).toEqual(['tier', 'seats'])
    expect(matchesWhere(renamed, { tier: 'pro', seats: 1 }, now, noAnswers)).toBe(true)
  })
})

describe('the number in a cell', () => {
  it.each([
    ['+.5', 0.5],
    ['5.', 5],
    [true, 1],
    ['1e999', null],
    ['Infinity', null],
    ['', null],
    ['1,5', null],
  ])('of %j is %j', (cell, number) => {
    expect(numberInCell(cell)).toBe(number)
  })
})
