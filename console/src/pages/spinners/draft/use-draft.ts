import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isProblem } from '../../../api/problem.ts'
import { saveSpinner, storedSpinnerQuery } from '../../../api/spinner/spinners.ts'
import type { SpinnerChanges, StoredSpinner } from '../../../api/spinner/stored-spinner.ts'
import { Draft, type Save } from './draft.ts'
import { type DraftState, draftIn } from './draft-state.ts'

/** Returns the draft of the spinner on a page. Saving pauses while the page is hidden behind the sign-in. */
export function useDraft(loaded: StoredSpinner): Draft {
  const client = useQueryClient()
  const [draft] = useState(() => new Draft(loaded, saveIn(client)))
  useEffect(() => {
    draft.resume()
    return () => draft.pause()
  }, [draft])
  useEffect(() => draft.offer(loaded), [draft, loaded])
  return draft
}

/**
 * Returns a part of the state of a draft. The component is rendered again only if this part changes, which `select`
 * must return as the same object as long as it is equal.
 */
export function useDraftPart<Part>(draft: Draft, select: (state: DraftState) => Part): Part {
  return useSyncExternalStore(draft.subscribe, () => select(draft.state()))
}

/**
 * Returns the function that saves changes of a spinner. If earlier answers were lost, the next save conflicts with the
 * user's own save that was stored. The function then continues on the stored draft, and the user notices nothing.
 */
function saveIn(client: QueryClient): Save {
  /** The changes that were sent on the basis of the draft with the tag `base`, by the draft that each would make. */
  const attempts = new Map<string, SpinnerChanges>()
  let base = ''
  return async (before, changes) => {
    if (before.tag !== base) attempts.clear()
    base = before.tag
    attempts.set(draftIn({ ...before, spinner: { ...before.spinner, ...changes } }), changes)
    try {
      return await saveSpinner(client, before, changes)
    } catch (error) {
      if (!isProblem(error, 'CONFLICT')) throw error
      const query = { ...storedSpinnerQuery(before.spinner.id), staleTime: 0 }
      const present = await client.fetchQuery(query)
      const stored = attempts.get(draftIn(present))
      if (stored === undefined) throw error
      if (stored === changes) return present
      return await saveSpinner(client, present, { ...undoing(stored, before), ...changes })
    }
  }
}

/** Returns the changes that give the changed parts of a spinner their former values again. */
function undoing(changes: SpinnerChanges, { spinner }: StoredSpinner): SpinnerChanges {
  return Object.fromEntries(Object.keys(changes).map((part) => [part, spinner[part as keyof SpinnerChanges]]))
}
