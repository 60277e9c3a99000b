import { describe, expect, it } from '@jest/globals'
import type { Where } from '../../../console/src/api/schema.ts'
import { dateValueForm } from '../../../console/src/components/time/fields/date-value-text.ts'
import { countedFromNow, fromNow } from '../../../console/src/pages/spinners/steps/where/time-from-now.ts'
import {
  blankComparison,
  draftOfWhere,
  faultsOfWhere,
  whereOf,
} from '../../../console/src/pages/spinners/steps/where/where-draft.ts'
import { labelOfPlace, wordsOfWhere } from '../../../console/src/pages/spinners/steps/where/where-words.ts'
import { withColumn } from '../../../console/src/pages/spinners/steps/where/with-column.ts'
import { faultOfWhere } from '../../../src/domain/spinner/where/where-fault.ts'

/** The last day of 2026 as the user writes days. */
const lastDay = dateValueForm().write('2026-12-31')
const at = (operator: 'before' | 'after', value: string): Where => ({ column: 'a', operator, value })
const is = (column: string): Where => ({ column, operator: 'exists' })

describe('an edited condition', () => {
  it.each<[string, Where]>([
    ['a is filled in', is('a')],
    ['a is filled in and (b is filled in or c is filled in)', { and: [is('a'), { or: [is('b'), is('c')] }] }],
    ['a does not contain “x”', { not: { column: 'a', operator: 'contains', value: 'x' } }],
    ['not (a is filled in or b is filled in)', { not: { or: [is('a'), is('b')] } }],
    ['not (not (a is filled in))', { not: { not: is('a') } }],
    ['a is filled in', { and: [is('a')] }],
    ['a is before 7 days ago', { column: 'a', operator: 'before', value: 'now-7d' }],
    [`a is after ${lastDay}`, { column: 'a', operator: 'after', value: '2026-12-31' }],
    ['a is in the next 7 days', { and: [at('after', 'now'), at('before', 'now+7d')] }],
    ['a is in the last hour', { and: [at('after', 'now-1h'), at('before', 'now')] }],
    ['a is not in the next 2 weeks', { not: { and: [at('after', 'now'), at('before', 'now+2w')] } }],
    [`a is after now and a is before ${lastDay}`, { and: [at('after', 'now'), at('before', '2026-12-31')] }],
    ['a is before now and a is after 7 days ago', { and: [at('before', 'now'), at('after', 'now-7d')] }],
    ['a is greater than “3”', { column: 'a', operator: 'greaterThan', value: 3 }],
  ])('that says %s is not changed', (words, where) => {
    expect(wordsOfWhere(where)).toBe(words)
    expect(whereOf(draftOfWhere(where))).toEqual(where)
    expect(faultOfWhere(whereOf(draftOfWhere(where)))).toBeNull()
  })

  it.each<[string, Where]>([
    ['the record belongs to the segment “On trial”', { segmentId: 's' }],
    ['the record does not belong to the segment “On trial”', { not: { segmentId: 's' } }],
    ['the record belongs to a certain segment', { segmentId: 'deleted' }],
    ['the person was written to by the spinner “Welcome”', { sent: { spinnerId: 'w' } }],
    [
      'not (the person has replied to the spinner “Welcome” and a is filled in)',
      { not: { and: [{ hasReplied: { spinnerId: 'w' } }, is('a')] } },
    ],
  ])('says %s', (words, where) => {
    const names = new Map([
      ['s', 'On trial'],
      ['w', 'Welcome'],
    ])
    expect(wordsOfWhere(where, names)).toBe(words)
  })

  it('shows errors at the path of the API', () => {
    const where: Where = {
      and: [is('a'), { not: { or: [{ column: 'b', operator: 'before', value: 'soon' }, is('')] } }],
    }
    expect(faultsOfWhere(draftOfWhere(where), 'where').map(([field]) => field)).toEqual([
      'where/and/1/not/or/0/value',
      'where/and/1/not/or/1/column',
    ])
    expect(labelOfPlace('and/1/not/or/0/value')).toBe('condition 2.1, value')
    expect(labelOfPlace('column')).toBe('condition, column')
  })

  it.each([
    ['date', { kind: 'period', column: 'b', direction: 'next', count: 7, unit: 'd' }],
    ['number', { kind: 'comparison', column: 'b', operator: 'greaterThan' }],
    ['choice', { kind: 'comparison', column: 'b', operator: 'equals' }],
    ['email', { kind: 'comparison', column: 'b', operator: 'exists' }],
    [undefined, { kind: 'comparison', column: 'b', operator: 'exists' }],
  ] as const)('begins with a comparison that suits a column of the type %s', (type, leaf) => {
    const blank = blankComparison(['a'])
    expect(withColumn(blank, 'b', type)).toMatchObject({ ...leaf, key: blank.key })
    // A comparison that the user has chosen is kept.
    expect(withColumn({ ...blank, operator: 'missing' }, 'b', type)).toMatchObject({ operator: 'missing' })
    const period = withColumn(blank, 'b', 'date')
    expect(withColumn(period, 'b', type)).toMatchObject(leaf)
  })

  it('contains times from now as the API writes them', () => {
    for (const value of ['now', 'now-7d', 'now+2h', 'now+30m', 'now-1w']) {
      const counted = fromNow(value)
      expect(counted && countedFromNow(counted.count, counted.unit)).toBe(value)
    }
    expect(fromNow('2026-12-31')).toBeNull()
  })
})
