import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type StoredSpinner, saveSpinner } from '../../api/spinners.ts'
import { Draft } from './draft.ts'

/** The draft of a page. While the page is behind a sign-in it waits, and goes on afterwards. */
export function useDraft(loaded: StoredSpinner): Draft {
  const client = useQueryClient()
  const [draft] = useState(() => new Draft(loaded, (before, changes) => saveSpinner(client, before, changes)))
  useEffect(() => {
    draft.resume()
    return () => draft.pause()
  }, [draft])
  useEffect(() => draft.offer(loaded), [draft, loaded])
  return draft
}

export function useDraftState(draft: Draft) {
  return useSyncExternalStore(draft.subscribe, draft.state)
}
