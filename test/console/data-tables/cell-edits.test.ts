import { describe, expect, it } from '@jest/globals'
import { tiled } from '../../../console/src/pages/data-tables/records/edit/cell-edits.ts'

describe('pasted cells', () => {
  it('are repeated until they fill an area of whole multiples', () => {
    expect(tiled([['a']], 2, 2)).toEqual([
      ['a', 'a'],
      ['a', 'a'],
    ])
    expect(tiled([['a', 'b']], 2, 2)).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
    expect(tiled([['a'], ['b']], 4, 1)).toEqual([['a'], ['b'], ['a'], ['b']])
  })

  it('stay as they are in an area that they do not fill evenly', () => {
    for (const cells of [[['a'], ['b']], [['a', 'b']], [['a', 'b'], ['c']], [], [[]]])
      expect(tiled(cells, 3, 1)).toBe(cells)
    expect(tiled([['a'], ['b']], 1, 1)).toEqual([['a'], ['b']])
  })
})
