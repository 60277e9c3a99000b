import { programOf, stepsBeforeAnyMessage } from '../spinner/steps/program.ts'
import type { Step } from '../spinner/steps/step.ts'
import { isUnfinished, type RecipientState } from './recipient/recipient-state.ts'

/** The state of a recipient when its job is cancelled. */
export interface StoppedRecipient {
  readonly state: RecipientState
  readonly step: number
  /** Whether its message was marked as being sent and has no known outcome. */
  readonly isMarked: boolean
  /**
   * Whether a message was sent to it; absent if that was not looked up, because not every way to a step sends
   * one.
   */
  readonly wasSent?: boolean
  /** The step that failed, if the job runs failed recipients again; otherwise null. */
  readonly from: number | null
}

/**
 * Returns whether a cancelled job has certainly sent a recipient nothing; its record then goes back. A
 * message that was tried and is known to have failed does not count as sent.
 */
export function hasSentNothing(
  { state, step, isMarked, wasSent, from }: StoppedRecipient,
  steps: readonly Step[],
): boolean {
  if (!isUnfinished(state) || isMarked) return false
  if (from !== null) return step <= from
  return wasSent === false || stepsBeforeAnyMessage(programOf(steps)).includes(step)
}
