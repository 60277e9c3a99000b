import type { KeyboardEvent } from 'react'
import type { TableRecord } from '../../../../../api/schema.ts'
import type { Side } from '../../columns/column-layout.ts'
import type { GridColumns } from '../../columns/use-grid-columns.ts'
import { type ColumnPlace, fittingWidth } from '../column-places.ts'
import { timeWidth, type useGridView } from '../use-grid-view.ts'
import { type ColumnGesture, useColumnPointer } from './use-column-pointer.ts'

/** Number of px by which a key makes a column wider or narrower. */
const sizeStep = 20

export type HeaderActions = ReturnType<typeof useHeaderActions>

/** Returns the actions of the grid's header: columns are moved and sized by pointer and by keyboard. */
export function useHeaderActions(
  columns: GridColumns,
  records: readonly TableRecord[],
  { viewport, places, frozenWidth }: ReturnType<typeof useGridView>,
  onGesture: (gesture: ColumnGesture | null) => void,
) {
  const placeAt = (x: number) => {
    const element = viewport.current
    if (element === null) return null
    const inView = x - element.getBoundingClientRect().left
    const scrolled = inView < frozenWidth ? 0 : element.scrollLeft
    return nearest(places, inView + scrolled - timeWidth)
  }
  const pointer = useColumnPointer(placeAt, onGesture, (gesture) => {
    if (gesture.kind === 'size') columns.resize(gesture.name, gesture.width)
    else if (gesture.name !== gesture.target) columns.move(gesture.name, gesture.target, gesture.side)
  })
  return {
    ...pointer,
    fit: (name: string) => columns.resize(name, fittingWidth(name, records)),
    onKey: (event: KeyboardEvent, column: number) => {
      const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
      const place = places[column]
      if (by === 0 || place === undefined) return
      const other = places[column + by]
      if (event.shiftKey) columns.resize(place.name, place.width + by * sizeStep)
      else if ((event.ctrlKey || event.metaKey) && other !== undefined)
        columns.move(place.name, other.name, by < 0 ? 'before' : 'after')
      else return
      event.preventDefault()
    },
  }
}

/** Returns the column at a position in px from the left edge of the first column, and the nearer side of it. */
function nearest(places: readonly ColumnPlace[], x: number): { place: ColumnPlace; side: Side } | null {
  const place = places.find(({ left, width }) => x < left + width) ?? places.at(-1)
  return place === undefined ? null : { place, side: x < place.left + place.width / 2 ? 'before' : 'after' }
}
