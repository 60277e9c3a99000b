import { isUnfinished, type RecipientState } from '../../../../domain/job/recipient/recipient-state.ts'
import { programOf, stepsBeforeAnyMessage } from '../../../../domain/spinner/steps/program.ts'
import type { Step } from '../../../../domain/spinner/steps/step.ts'
import { sends } from '../../../../domain/spinner/steps/step-capabilities.ts'

/** The state of a recipient when its job is cancelled. */
export interface StoppedRecipient {
  readonly state: RecipientState
  readonly step: number
  /**
   * Whether a message to the recipient, or the request of a guard, was marked as being sent when the job was
   * cancelled, and its outcome is not known.
   */
  readonly isMarked: boolean
  /** Whether any message of the job was sent to the recipient; absent if that was not checked. */
  readonly wasSent?: boolean
  /**
   * The step at which the recipient failed before, if the job runs failed recipients again; otherwise null.
   */
  readonly from: number | null
}

/**
 * Returns whether a cancelled job has certainly sent a recipient nothing; the next job over new records then
 * takes the record. A message that is known to have failed does not count as sent.
 */
export function hasSentNothing(
  { state, step, isMarked, wasSent, from }: StoppedRecipient,
  steps: readonly Step[],
): boolean {
  const program = programOf(steps)
  const present = program[step]?.step
  // Includes recipients whose guard may have been asked: a guard is marked as being sent, but sends them nothing.
  const mayBeSent = isMarked && (present === undefined || sends(present))
  if (!isUnfinished(state) || mayBeSent) return false
  if (from !== null) return step <= from
  return wasSent === false || stepsBeforeAnyMessage(program).includes(step)
}
