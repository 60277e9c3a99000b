import { describe, expect, it } from '@jest/globals'
import { holds } from '../../../src/domain/spinner/condition.ts'
import type { ConditionStep, Operator } from '../../../src/domain/spinner/step.ts'
import type { Cell } from '../../../src/domain/table/cell.ts'

type Value = Exclude<ConditionStep['value'], undefined>

describe('a condition', () => {
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
  ])('on %j, %s %j, is %j', (cell, operator, value, expected) => {
    const step = {
      type: 'condition',
      column: 'c',
      operator,
      ...(value === undefined ? {} : { value }),
    } as const
    expect(holds(step, cell)).toBe(expected)
  })
})
