import { useMemo } from 'react'
import { canonical } from '../../../components/settings/canonical.ts'
import {
  apiFaultsOf,
  faultsFromApi,
  faultsOf,
  mergedFaults,
  pointersOf,
  type StepFault,
} from '../steps/step-faults.ts'
import type { Draft } from './draft.ts'
import type { DraftState } from './draft-state.ts'
import { useDraftPart } from './use-draft.ts'

/**
 * Returns the faults of the edited steps: those that the console finds, those of the preview, and those that the API
 * found when these steps were saved. Returns the same list as long as its content is equal.
 */
export function useDraftFaults(draft: Draft, ofPreview: readonly StepFault[]): readonly StepFault[] {
  return useDraftPart(
    draft,
    useMemo(() => faultSelector(ofPreview), [ofPreview]),
  )
}

/** Returns a function that returns the faults of a draft, as the same list as long as its content is equal. */
function faultSelector(ofPreview: readonly StepFault[]): (state: DraftState) => readonly StepFault[] {
  let last: readonly StepFault[] = []
  let text = '[]'
  return (state) => {
    const faults = mergedFaults(faultsOf(state.edited.steps), ofPreview, faultsOfSaving(state))
    const present = canonical(faults)
    if (present !== text) [last, text] = [faults, present]
    return last
  }
}

function faultsOfSaving({ edited, failure }: DraftState): readonly StepFault[] {
  if (failure?.of !== edited) return []
  return faultsFromApi(apiFaultsOf(undefined, failure.error), pointersOf(edited.steps))
}
