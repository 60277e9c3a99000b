import type { PreviewedStep } from '../../../api/schema.ts'
import { stepsWithPlaces } from '../steps/branches.ts'
import type { StepDraft } from '../steps/step-draft.ts'
import type { PreviewOfSteps } from './use-preview.ts'

/** The result of a step for the previewed record. A step may also be incomplete, or the record does not reach it. */
export type StepOutcome = PreviewedStep['status'] | 'incomplete' | 'not reached'

/** Returns what each step does for the previewed record, by step key. Steps without a result yet are missing. */
export function outcomesOf(
  steps: readonly StepDraft[],
  { steps: previewed, left, stale, error }: PreviewOfSteps,
): ReadonlyMap<string, StepOutcome> {
  const outcomes = new Map<string, StepOutcome>()
  let ended = false
  for (const { step } of stepsWithPlaces(steps)) {
    const status = previewed.get(step.key)?.status
    // The record does not reach a step if it takes another branch, or ended at an earlier step.
    const isPassedBy = ended || (status === undefined && !stale && error === null)
    ended ||= status === 'skips' || status === 'fails'
    if (left.has(step.key)) outcomes.set(step.key, 'incomplete')
    else if (isPassedBy) outcomes.set(step.key, 'not reached')
    else if (status !== undefined) outcomes.set(step.key, status)
  }
  return outcomes
}
