import type { ReasonCode } from '../../../domain/job/recipient/reason.ts'
import type { RecipientState } from '../../../domain/job/recipient/recipient-state.ts'
import type { StepFilter } from '../../../domain/job/step-figures.ts'

/**
 * Returns whether a recipient belongs to the recipients that are shown at the step of a filter. The condition
 * `isShown` of src/adapters/postgres/job/job-queries.ts is the same rule in SQL.
 */
export function matchesStepFilter(
  { step, withWaits, waitsFor }: StepFilter,
  one: { readonly step: number; readonly state: RecipientState; readonly reason: ReasonCode | null },
): boolean {
  const waits = one.state === 'waiting' && one.reason === 'WAIT_STEP'
  return (one.step === step && (withWaits || !waits)) || (waitsFor !== null && waits && one.step === waitsFor)
}
