import { hideNotification } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import { offerUndo } from '../../../../components/undo/offer-undo.tsx'
import type { StepDraft } from '../step-draft.ts'
import { typeOf } from '../types/step-types.ts'

/** Returns the action that says that a step was removed, and offers to undo this. */
export function useUndoOffers() {
  // Hides the offers to undo the removal of steps when the user leaves the page.
  const undoable = useRef<string[]>([])
  useEffect(
    () => () => {
      for (const id of undoable.current.splice(0)) hideNotification(id)
    },
    [],
  )

  return (step: StepDraft, path: string, onUndo: () => void) => {
    const id = `removed-${step.key}`
    undoable.current.push(id)
    offerUndo({
      id,
      autoClose: 10_000,
      text: `Step ${path}, ${typeOf(step).label}, was removed.`,
      onUndo,
    })
  }
}
