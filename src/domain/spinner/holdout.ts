import { createHash } from 'node:crypto'
import { causeOf, type ReasonCause } from '../reason.ts'
import type { Goal } from './goal.ts'
import type { Step } from './steps/step.ts'
import { mailOf } from './steps/step-capabilities.ts'

/** A recipient of a spinner, by which the holdout is decided. */
interface HoldoutRecipient {
  readonly spinnerId: string
  readonly recordId: string
  /** Whether the recipient got an e-mail before the spinner had a holdout, so that it belongs to the others. */
  readonly hasGotEmail?: boolean
}

type HoldoutOutcome = { readonly kind: 'skipped' } & ReasonCause

/**
 * Returns the outcome of a recipient at a step that sends e-mail if it belongs to the holdout of the goal; null otherwise.
 * The holdout goes through the other steps before its first e-mail, so that conditions leave out the same people of both
 * groups.
 */
export function outcomeOfHoldout(
  goal: Goal | null,
  recipient: HoldoutRecipient,
  step: Step,
): HoldoutOutcome | null {
  const percent = goal?.holdoutPercent ?? 0
  const isOutside = recipient.hasGotEmail === true || mailOf(step) === null
  if (percent === 0 || isOutside || shareOf(recipient) >= percent) return null
  return { kind: 'skipped', ...causeOf('IN_HOLDOUT') }
}

/**
 * Returns a number from 0 to below 100 that depends only on the spinner and the record, and is spread evenly. So a record
 * stays in the holdout in all jobs of the spinner, and a larger holdout contains a smaller one.
 */
function shareOf({ spinnerId, recordId }: Pick<HoldoutRecipient, 'spinnerId' | 'recordId'>): number {
  const digest = createHash('sha256').update(`holdout ${spinnerId} ${recordId}`).digest()
  return (digest.readUInt32BE(0) / 2 ** 32) * 100
}
