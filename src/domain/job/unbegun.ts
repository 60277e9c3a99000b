import { programOf, quietSteps } from '../spinner/program.ts'
import type { Step } from '../spinner/step.ts'
import type { RecipientState } from './recipient-state.ts'

/** Where a recipient stands when its job is cancelled. */
export interface StoppedRecipient {
  readonly state: RecipientState
  readonly step: number
  /** Its message was marked as being sent, and what became of it is not known. */
  readonly isMarked: boolean
  /** Where it began, if its job runs failed recipients again: the step that failed. */
  readonly from: number | null
}

/**
 * Whether a cancelled job has sent a recipient nothing, and may not have: then its record goes back. A message that was
 * tried and is known to have failed is none.
 */
export function isUnbegun(
  { state, step, isMarked, from }: StoppedRecipient,
  steps: readonly Step[],
): boolean {
  const isOpen = state === 'pending' || state === 'waiting'
  if (!isOpen || isMarked) return false
  return from === null ? quietSteps(programOf(steps)).includes(step) : step <= from
}
