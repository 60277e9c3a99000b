import { type RefObject, useMemo, useState } from 'react'
import type { Draft } from '../../draft/draft.ts'
import { type StepActions, stepActions } from './step-actions.ts'
import { useFocus } from './use-focus.ts'
import { useUndoOffer } from './use-undo-offer.ts'

/**
 * Returns the actions on the steps of a draft, and the news of the last action for screen readers. The actions stay the
 * same objects while the user types.
 */
export function useStepActions(
  draft: Draft,
  place: RefObject<HTMLElement | null>,
  columns: readonly string[],
  open: (key: string) => void,
): { actions: StepActions; news: string } {
  const [news, setNews] = useState('')
  const setFocus = useFocus(place)
  const offer = useUndoOffer()
  const actions = useMemo(
    () => stepActions({ draft, columns, open, setNews, setFocus, offer }),
    [draft, columns, open, setFocus, offer],
  )
  return { actions, news }
}
