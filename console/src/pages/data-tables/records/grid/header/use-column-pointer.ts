import { type PointerEvent, useEffect, useRef } from 'react'
import type { Side } from '../../columns/column-layout.ts'
import type { ColumnPlace } from '../column-places.ts'

/** Distance in px by which the pointer must move before a pressed column name becomes a move of the column. */
const dragFrom = 6

/** A change of a grid column by pointer that has not ended yet. */
export type ColumnGesture =
  | { readonly kind: 'size'; readonly name: string; readonly width: number }
  | { readonly kind: 'move'; readonly name: string; readonly target: string; readonly side: Side }

/**
 * Returns the pointer handlers of the grid's header: a column name that is dragged moves its column, and the
 * right edge of a column name sizes it. Calls `onGesture` while the pointer moves, and with null at the end.
 * Calls `onEnd` when the pointer is released.
 */
export function useColumnPointer(
  placeAt: (x: number) => { readonly place: ColumnPlace; readonly side: Side } | null,
  onGesture: (gesture: ColumnGesture | null) => void,
  onEnd: (gesture: ColumnGesture) => void,
) {
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])

  /** Follows the pointer from a press until its release. `next` returns the gesture for a position. */
  const follow = (next: (event: globalThis.PointerEvent) => ColumnGesture | null) => {
    let last: ColumnGesture | null = null
    const onMove = (event: globalThis.PointerEvent) => {
      last = next(event) ?? last
      onGesture(last)
    }
    const onUp = () => {
      end()
      if (last === null) return
      // Keeps the click that ends the gesture from sorting by the column.
      window.addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
      onEnd(last)
    }
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') end()
    }
    const end = () => {
      stop.current = null
      onGesture(null)
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', onKeyDown)
    }
    stop.current?.()
    stop.current = end
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', end)
    window.addEventListener('keydown', onKeyDown)
  }

  return {
    onPressName: (event: PointerEvent, { name }: ColumnPlace) => {
      // Leaves touches to the browser, which scrolls by them.
      if (event.button !== 0 || event.pointerType === 'touch') return
      const { clientX } = event
      let isDragging = false
      follow((moved) => {
        isDragging ||= Math.abs(moved.clientX - clientX) > dragFrom
        const found = isDragging ? placeAt(moved.clientX) : null
        return found && { kind: 'move', name, target: found.place.name, side: found.side }
      })
    },
    onPressEdge: (event: PointerEvent, { name, width }: ColumnPlace) => {
      if (event.button !== 0) return
      event.preventDefault()
      event.stopPropagation()
      const { clientX } = event
      follow((moved) => ({ kind: 'size', name, width: width + moved.clientX - clientX }))
    },
  }
}

function swallow(event: Event): void {
  event.stopPropagation()
  event.preventDefault()
}
