import { hideNotification } from '@mantine/notifications'
import { useEffect, useMemo, useRef } from 'react'
import { offerUndo } from '../../../../components/undo/offer-undo.tsx'

export type UndoOffer = ReturnType<typeof useUndoOffer>

/** Returns the functions that offer to undo the removal of a step, and that hide the offer after another change. */
export function useUndoOffer() {
  const shown = useRef<string | null>(null)
  const offer = useMemo(() => {
    const hide = () => {
      if (shown.current !== null) hideNotification(shown.current)
      shown.current = null
    }
    return {
      hide,
      show: (id: string, text: string, onUndo: () => void) => {
        shown.current = id
        offerUndo({ id, autoClose: 10_000, text, onUndo })
      },
    }
  }, [])
  // Hides the offer when the user leaves the page.
  useEffect(() => offer.hide, [offer])
  return offer
}
