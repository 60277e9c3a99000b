import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { takeFocus } from '../take-focus.ts'

/**
 * Moves the focus to the content after a navigation, because the link that had the focus is gone with its
 * page.
 */
export function useFocusOnContent(): void {
  // The path of the page that is on the screen, as opposed to a page that is still loading.
  const path = useRouterState({
    select: ({ location, resolvedLocation = location }) => resolvedLocation.pathname,
  })
  useEffect(takeContentFocus, [path])
}

function takeContentFocus(): () => void {
  return takeFocus(contentOrDialog)
}

/**
 * Returns the element that gets the focus after a navigation: the open dialog, which can reopen with its
 * page, or else the content.
 */
function contentOrDialog(): HTMLElement | null | undefined {
  const dialogs = [...document.querySelectorAll<HTMLElement>('[role=dialog]')]
  const dialog = dialogs.findLast((element) => element.checkVisibility())
  return dialog ?? document.querySelector<HTMLElement>('#content')
}
