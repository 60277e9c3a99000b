import { programOf, quietSteps } from '../spinner/steps/program.ts'
import type { Step } from '../spinner/steps/step.ts'
import { isUnfinished, type RecipientState } from './recipient/recipient-state.ts'

/** Where a recipient stands when its job is cancelled. */
export interface StoppedRecipient {
  readonly state: RecipientState
  readonly step: number
  /** Its message was marked as being sent, and what became of it is not known. */
  readonly isMarked: boolean
  /** Whether a message was sent to it, where that was looked up: not every way to a step sends one. */
  readonly wasSent?: boolean
  /** Where it began, if its job runs failed recipients again: the step that failed. */
  readonly from: number | null
}

/**
 * Whether a cancelled job has sent a recipient nothing, and may not have: then its record goes back. A message that was
 * tried and is known to have failed is none.
 */
export function isUnbegun(
  { state, step, isMarked, wasSent, from }: StoppedRecipient,
  steps: readonly Step[],
): boolean {
  if (!isUnfinished(state) || isMarked) return false
  if (from !== null) return step <= from
  return wasSent === false || quietSteps(programOf(steps)).includes(step)
}
