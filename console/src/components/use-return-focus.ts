import { useEffect } from 'react'

/** For a dialog that is there only while it is open: the focus goes back to what opened it. */
export function useReturnFocus(): void {
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      if (opener instanceof HTMLElement) setTimeout(() => opener.focus({ preventScroll: true }))
    }
  }, [])
}
