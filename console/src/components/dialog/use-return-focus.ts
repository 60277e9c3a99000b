import { useEffect } from 'react'

/** Returns the focus to the element that opened a dialog when the dialog is removed. */
export function useReturnFocus(): void {
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      if (opener instanceof HTMLElement) setTimeout(() => opener.focus({ preventScroll: true }))
    }
  }, [])
}
