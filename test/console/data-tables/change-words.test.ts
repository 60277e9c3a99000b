import { describe, expect, it } from '@jest/globals'
import {
  wordsOfChange,
  wordsOfDeletion,
} from '../../../console/src/pages/data-tables/records/edit/change-words.ts'

const words = (
  changed: number,
  total: number,
  { unchanged = 0, matched = 0, missing = 0, fits = true } = {},
) => wordsOfChange({ changed, unchanged, matched, missing }, total, fits)

describe('the words about a change of several rows', () => {
  it('count the rows that were changed, and offer to undo them', () => {
    expect(words(2, 2)).toBe('2 rows were changed. Press Ctrl+Z to undo')
    expect(words(1, 1)).toBe('1 row was changed. Press Ctrl+Z to undo')
    expect(words(1_200, 1_300)).toBe('1,200 of 1,300 rows were changed. Press Ctrl+Z to undo')
  })

  it('offer no undo if nothing was changed, because it would undo an earlier change', () => {
    expect(words(0, 3, { unchanged: 3 })).toBe('0 of 3 rows were changed; 3 had these values already')
  })

  it('say why the other rows were not changed', () => {
    expect(words(1, 4, { matched: 1, missing: 2 })).toBe(
      '1 of 4 rows were changed; 1 would have the same values in the match columns as another record; 2 are no longer in the table. Press Ctrl+Z to undo',
    )
    expect(words(0, 1, { missing: 1 })).toBe('0 of 1 row was changed; 1 is no longer in the table')
    expect(words(2, 2, { fits: false })).toBe(
      '2 rows were changed; the other pasted cells did not fit into this table. Press Ctrl+Z to undo',
    )
  })
})

it('the words about a deletion say which records had already been deleted', () => {
  expect([wordsOfDeletion(1, 1), wordsOfDeletion(0, 1)]).toEqual([
    'The record was deleted.',
    'The record had already been deleted.',
  ])
  expect([wordsOfDeletion(3, 3), wordsOfDeletion(0, 3)]).toEqual([
    '3 records were deleted.',
    'All 3 records had already been deleted.',
  ])
  expect([wordsOfDeletion(1, 2), wordsOfDeletion(2, 4)]).toEqual([
    '1 of 2 records was deleted. The other record had already been deleted.',
    '2 of 4 records were deleted. The others had already been deleted.',
  ])
})
