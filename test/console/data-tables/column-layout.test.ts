import { describe, expect, it } from '@jest/globals'
import {
  laidColumns,
  layoutOf,
  withHidden,
  withMoved,
  withWidth,
} from '../../../console/src/pages/data-tables/records/columns/column-layout.ts'

const table = ['name', 'email', 'phone'].map((name) => ({ name, isMetadata: false }))
const named = (columns: readonly { readonly name: string }[]) => columns.map(({ name }) => name)

describe('the layout of columns', () => {
  it('orders columns, skips columns that are gone, and puts new columns last', () => {
    const phone = { name: 'phone', isHidden: true, width: 80 }
    const gone = { name: 'gone', isHidden: false, width: null }
    const laid = laidColumns(table, { columns: [phone, gone, phone], frozen: 0 })
    expect(laid).toEqual([
      { ...phone, isMetadata: false },
      { name: 'name', isMetadata: false, isHidden: false, width: null },
      { name: 'email', isMetadata: false, isHidden: false, width: null },
    ])
  })

  it('is none while the columns are as in the table', () => {
    const laid = laidColumns(table, null)
    expect(layoutOf(table, laid, 0)).toBeNull()
    expect(layoutOf(table, laid, 1)?.frozen).toBe(1)
    expect(
      layoutOf(table, withMoved(withMoved(laid, 'phone', 'name', 'before'), 'phone', 'email', 'after'), 0),
    ).toBeNull()
  })

  it('moves a column to a side of another, and nowhere else', () => {
    const laid = laidColumns(table, null)
    expect(named(withMoved(laid, 'phone', 'name', 'before'))).toEqual(['phone', 'name', 'email'])
    expect(named(withMoved(laid, 'name', 'phone', 'after'))).toEqual(['email', 'phone', 'name'])
    expect(withMoved(laid, 'name', 'name', 'after')).toBe(laid)
    expect(withMoved(laid, 'gone', 'name', 'after')).toBe(laid)
  })

  it('keeps the width of a column within its limits', () => {
    const width = (requested: number | null) =>
      withWidth(laidColumns(table, null), 'name', requested)[0]?.width
    expect([1, 200.4, 9_999, null].map(width)).toEqual([60, 200, 1_000, null])
  })

  it('freezes one column less when a frozen column is hidden', () => {
    const laid = laidColumns(table, null)
    expect(withHidden(laid, 2, 'name', true).frozen).toBe(1)
    expect(withHidden(laid, 2, 'phone', true).frozen).toBe(2)
    expect(withHidden(withHidden(laid, 2, 'name', true).laid, 1, 'name', false).frozen).toBe(1)
  })
})
