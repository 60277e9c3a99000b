import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useRights } from '../../api/account/session.ts'
import { focusBeside } from '../../components/keys/focus-beside.ts'
import { useKey } from '../../components/keys/use-key.ts'
import { isOpenTo, pageOfKey } from '../pages.ts'

/** The time in ms within which the letter of a page must follow "g". */
const pauseMs = 1_500

/** Handles the keys that work on every page: "g" and the letter of a page opens it, "j" and "k" move through a list. */
export function usePageKeys(): void {
  const navigate = useNavigate()
  const rights = useRights()
  const may = useRef(rights)
  const pressedAt = useRef<number | null>(null)
  useKey('g', () => {
    pressedAt.current = performance.now()
  })
  useKey('j', () => focusBeside(1))
  useKey('k', () => focusBeside(-1))
  useEffect(() => {
    may.current = rights
  }, [rights])
  useEffect(() => {
    // Listens before the keys of the page, because the letter of a page may also be one of those keys.
    const onKeyDown = (event: KeyboardEvent) => {
      const isWaiting = pressedAt.current !== null && performance.now() - pressedAt.current < pauseMs
      pressedAt.current = null
      const to = pageOfKey(event.key)
      if (
        !isWaiting ||
        to === undefined ||
        !isOpenTo(to, may.current) ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return
      event.preventDefault()
      event.stopImmediatePropagation()
      void navigate({ to })
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [navigate])
}
