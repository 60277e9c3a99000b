import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { takeFocus } from '../take-focus.ts'

/** A link goes with the page that it was on: the keyboard goes on from the page that it led to. */
export function useFocusOnContent(): void {
  // Where one is once the page is on the screen, not while it is on its way.
  const path = useRouterState({
    select: ({ location, resolvedLocation = location }) => resolvedLocation.pathname,
  })
  useEffect(takeContentFocus, [path])
}

function takeContentFocus(): () => void {
  return takeFocus(contentOrDialog)
}

/** A dialog that comes back with its page goes before it. */
function contentOrDialog(): HTMLElement | null | undefined {
  const dialogs = [...document.querySelectorAll<HTMLElement>('[role=dialog]')]
  const dialog = dialogs.findLast((element) => element.checkVisibility())
  return dialog ?? document.querySelector<HTMLElement>('#content')
}
