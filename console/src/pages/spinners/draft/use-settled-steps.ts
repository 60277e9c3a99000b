import { useEffect, useState } from 'react'
import type { StepDraft } from '../steps/step-draft.ts'
import type { Draft } from './draft.ts'
import { useDraftPart } from './use-draft.ts'

/** The time after the last change of the steps at which they count as settled, in milliseconds. */
const settlesAfterMs = 400

/**
 * Returns the steps of a draft without the changes of the last moments, for the preview and the comparisons, which need
 * not follow each key. `isOutdated` says whether the steps have changed since.
 */
export function useSettledSteps(draft: Draft): { settled: readonly StepDraft[]; isOutdated: boolean } {
  const [settled, setSettled] = useState(() => draft.state().edited.steps)
  const isOutdated = useDraftPart(draft, ({ edited }) => edited.steps !== settled)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = draft.state().edited.steps
    const settle = () => setSettled(draft.state().edited.steps)
    settle()
    const leave = draft.subscribe(() => {
      const { steps } = draft.state().edited
      if (steps === last) return
      last = steps
      clearTimeout(timer)
      timer = setTimeout(settle, settlesAfterMs)
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [draft])
  return { settled, isOutdated }
}
