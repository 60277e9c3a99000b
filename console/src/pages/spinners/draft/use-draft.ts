import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isProblem } from '../../../api/problem.ts'
import { saveSpinner, storedSpinnerQuery } from '../../../api/spinner/spinners.ts'
import type { SpinnerChanges, StoredSpinner } from '../../../api/spinner/stored-spinner.ts'
import { Draft } from './draft.ts'
import { draftIn } from './draft-state.ts'

/** Returns the draft of the spinner on a page. Saving pauses while the page is hidden behind the sign-in. */
export function useDraft(loaded: StoredSpinner): Draft {
  const client = useQueryClient()
  const [draft] = useState(() => new Draft(loaded, (before, changes) => save(client, before, changes)))
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

/**
 * Saves changes of a spinner. If an earlier answer was lost, the next save conflicts with the user's own
 * first save; that conflict is resolved here.
 */
async function save(client: QueryClient, before: StoredSpinner, changes: SpinnerChanges) {
  try {
    return await saveSpinner(client, before, changes)
  } catch (error) {
    if (!isProblem(error, 'CONFLICT')) throw error
    const query = { ...storedSpinnerQuery(before.spinner.id), staleTime: 0 }
    const present = await client.fetchQuery(query)
    if (draftIn(present) !== draftIn({ ...before, spinner: { ...before.spinner, ...changes } })) throw error
    return present
  }
}
