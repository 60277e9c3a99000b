import { useEffect } from 'react'
import { useFocusOnContent } from './use-focus-on-content.ts'
import { usePath } from './use-path.ts'

/**
 * Closes the menu of narrow screens and moves the focus when a page is opened. It draws nothing, so that the frame is
 * not drawn again for each page.
 */
export function OnNavigation({ closeMenu }: { closeMenu: () => void }) {
  const path = usePath()
  useEffect(closeMenu, [path, closeMenu])
  useFocusOnContent()
  return null
}
