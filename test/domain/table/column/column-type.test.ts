import { describe, expect, it } from '@jest/globals'
import {
  type ColumnType,
  columnTypeOf,
  faultOfType,
} from '../../../../src/domain/table/column/column-type.ts'

const fits = (type: ColumnType, cell: string | number | boolean | null, options?: string[]) =>
  faultOfType({ type, ...(options === undefined ? {} : { options }) }, cell) === null

describe('a column', () => {
  it.each<[ColumnType, string | number | boolean]>([
    ['number', '42'],
    ['number', -3.5],
    ['number', ' 1e3 '],
    ['date', '2026-12-31'],
    ['date', '2026-12-31T09:00:00+01:00'],
    ['email', 'ada@example.com'],
    ['phone', '+44 20 7946 0000'],
    ['phone', '(030) 1234-56'],
    ['text', 'anything'],
    ['text', true],
  ])('of type %s accepts %j', (type, cell) => {
    expect(fits(type, cell)).toBe(true)
  })

  it.each<[ColumnType, string | number | boolean]>([
    ['number', 'forty-two'],
    ['number', true],
    ['date', '31.12.2026'],
    ['date', '2026-02-30'],
    ['date', 20261231],
    ['email', 'ada'],
    ['email', 'ada@example.com, bob@example.com'],
    ['phone', 'call me'],
    ['phone', '1'],
  ])('of type %s does not accept %j', (type, cell) => {
    expect(fits(type, cell)).toBe(false)
  })

  it('of any type may be empty', () => {
    for (const type of ['number', 'date', 'email', 'phone', 'choice'] as const) {
      expect(fits(type, '')).toBe(true)
      expect(fits(type, null)).toBe(true)
    }
  })

  it('accepts one of the options of a choice, in the same spelling', () => {
    expect(fits('choice', 'new', ['new', 'won'])).toBe(true)
    expect(fits('choice', 'New', ['new', 'won'])).toBe(false)
    expect(faultOfType({ type: 'choice', options: ['new', 'won'] }, 'lost')?.message).toBe(
      'takes one of new, won',
    )
  })

  it('has options only for a choice, each once', () => {
    expect(columnTypeOf({ type: 'choice', options: [' new', 'won', 'new', ''] })).toEqual({
      type: 'choice',
      options: ['new', 'won'],
    })
    expect(columnTypeOf({ type: 'number', options: ['new'] })).toEqual({ type: 'number' })
    expect(columnTypeOf({ type: 'text' })).toEqual({})
    expect(() => columnTypeOf({ type: 'choice', options: [] })).toThrow(
      'A column of the type choice must have at least one option',
    )
  })
})
