import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { takeFocus } from '../take-focus.ts'

/**
 * Moves the focus to the content after a navigation, because the link that had the focus is gone with its
 * page.
 */
export function useFocusOnContent(): void {
  // The path of the page that is on the screen, not of one that is still loading.
  const path = useRouterState({
    select: ({ location, resolvedLocation = location }) => resolvedLocation.pathname,
  })
  useEffect(takeContentFocus, [path])
}

function takeContentFocus(): () => void {
  return takeFocus(contentOrDialog)
}

/**
 * Returns the open dialog if there is one, because a dialog can reopen with its page, and the content
 * otherwise.
 */
function contentOrDialog(): HTMLElement | null | undefined {
  const dialogs = [...document.querySelectorAll<HTMLElement>('[role=dialog]')]
  const dialog = dialogs.findLast((element) => element.checkVisibility())
  return dialog ?? document.querySelector<HTMLElement>('#content')
}
