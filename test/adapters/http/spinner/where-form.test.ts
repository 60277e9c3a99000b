import { describe, expect, it } from '@jest/globals'
import { validator } from '../../../../src/adapters/http/request/validation.ts'
import { whereForm } from '../../../../src/adapters/http/spinner/where-form.ts'
import { DomainError } from '../../../../src/domain/errors.ts'

const validated = validator(whereForm)
const exists = { column: 'a', operator: 'exists' }
const fifty = Array.from({ length: 50 }, () => exists)

function deep(levels: number): object {
  return levels === 1 ? exists : { not: deep(levels - 1) }
}

function faultOf(where: unknown): string | null {
  try {
    validated(where)
    return null
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const [fault] = error.details.errors ?? []
    return `${fault?.pointer} ${fault?.code}`
  }
}

describe('the form of conditions', () => {
  it.each<[string, unknown, string | null]>([
    ['takes a comparison', exists, null],
    ['takes five levels', deep(5), null],
    ['refuses six levels', deep(6), '/not/not/not/not/not TOO_DEEP'],
    ['takes fifty comparisons', { and: fifty }, null],
    ['refuses fifty-one comparisons', { or: [{ and: fifty }, exists] }, '/or/1 TOO_MANY'],
    ['refuses a list of fifty-one', { and: [...fifty, exists] }, '/and TOO_MANY'],
    ['refuses an empty object', {}, ' REQUIRED'],
    ['refuses an empty list', { and: [] }, '/and TOO_FEW'],
    ['refuses two in one object', { and: [exists], or: [exists] }, ' WRONG_FORM'],
    ['refuses a list for an object', [], ' WRONG_TYPE'],
    ['refuses an object for a list', { and: exists }, '/and WRONG_TYPE'],
    ['refuses null', { not: null }, '/not WRONG_TYPE'],
    [
      'refuses an operator that there is not',
      { or: [{ column: 'a', operator: 'like', value: 'x' }] },
      '/or/0/operator NOT_ALLOWED',
    ],
    ['refuses a value for exists', { ...exists, value: 1 }, ' VALUE'],
    ['refuses a comparison without a value', { column: 'a', operator: 'equals' }, ' VALUE'],
    ['refuses a value of null', { column: 'a', operator: 'equals', value: null }, '/value WRONG_TYPE'],
    ['refuses a column without a name', { column: '', operator: 'exists' }, '/column EMPTY'],
    ['refuses another field', { ...exists, values: [] }, '/values UNKNOWN_FIELD'],
    [
      'refuses a date that is none',
      { not: { column: 'a', operator: 'before', value: '2026-02-30' } },
      '/not/value NOT_A_MOMENT',
    ],
    [
      'refuses years as a distance',
      { column: 'a', operator: 'after', value: 'now-1y' },
      '/value NOT_A_MOMENT',
    ],
    ['takes a distance from now', { column: 'a', operator: 'after', value: 'now-7d' }, null],
  ])('%s', (_, where, fault) => {
    expect(faultOf(where)).toBe(fault)
  })
})
