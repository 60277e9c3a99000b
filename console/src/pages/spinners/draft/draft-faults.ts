import {
  apiFaultsOf,
  faultsFromApi,
  faultsOf,
  mergedFaults,
  pointersOf,
  type StepFault,
} from '../steps/step-faults.ts'
import type { DraftState } from './draft-state.ts'

/** Returns the faults of the edited steps: found by the console, by the preview, and when the draft was saved. */
export function faultsOfDraft(
  { edited, failure }: DraftState,
  ofPreview: readonly StepFault[],
): readonly StepFault[] {
  const ofSaving =
    failure?.of === edited
      ? faultsFromApi(apiFaultsOf(undefined, failure.error), pointersOf(edited.steps))
      : []
  return mergedFaults(faultsOf(edited.steps), ofPreview, ofSaving)
}
