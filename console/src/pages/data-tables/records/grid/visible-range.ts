import { type RefObject, useEffect, useState } from 'react'
import type { ColumnPlace } from './column-places.ts'

/**
 * Number of grid rows and columns drawn beyond each visible edge, so that quick scrolling does not show empty
 * space.
 */
const moreRows = 15
const moreColumns = 2

export interface Span {
  readonly from: number
  /** The index of the first grid row or column after the visible range (exclusive). */
  readonly to: number
}

interface View {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
}

/** Measures the visible part of the record grid while it scrolls, in steps of whole rows. */
export function useView(viewport: RefObject<HTMLElement | null>, step: number): View {
  const [view, setView] = useState<View>({ top: 0, left: 0, width: 0, height: 0 })
  useEffect(() => {
    const element = viewport.current
    if (element === null) return
    const look = () => {
      const seen = {
        top: Math.floor(element.scrollTop / step) * step,
        left: Math.floor(element.scrollLeft / step) * step,
        width: element.clientWidth,
        height: element.clientHeight,
      }
      setView((before) => (isSame(before, seen) ? before : seen))
    }
    look()
    const resizes = new ResizeObserver(look)
    resizes.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      resizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [viewport, step])
  return view
}

function isSame(a: View, b: View): boolean {
  return a.top === b.top && a.left === b.left && a.width === b.width && a.height === b.height
}

/** Returns the range of grid rows to draw, all of which have the same height. */
export function visibleRows({ top, height }: View, rowHeight: number, count: number): Span {
  return spanOf(top / rowHeight, (top + height) / rowHeight, moreRows, count)
}

/**
 * Returns the range of grid columns to draw. `first` is the width in px of the time column, which precedes
 * the table's columns.
 */
export function visibleColumns({ left, width }: View, first: number, places: readonly ColumnPlace[]): Span {
  const from = places.findIndex((place) => first + place.left + place.width > left)
  const to = places.findLastIndex((place) => first + place.left < left + width)
  return spanOf(from, to, moreColumns, places.length)
}

function spanOf(first: number, end: number, more: number, count: number): Span {
  return {
    from: Math.max(0, Math.floor(first) - more),
    to: Math.min(count, Math.ceil(end) + 1 + more),
  }
}
