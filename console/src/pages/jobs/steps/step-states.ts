import { Ban } from 'lucide-react'
import type { StandingStep } from '../../../api/schema.ts'
import { recipientStates } from '../../../components/job/recipient-states.ts'

/** The states that a recipient may have at a step, in display order. */
export const stepStates = {
  waiting: recipientStates.waiting,
  pending: recipientStates.pending,
  skipped: recipientStates.skipped,
  failed: recipientStates.failed,
  unconfirmed: recipientStates.unconfirmed,
  stopped: recipientStates.stopped,
  cancelled: {
    word: 'Cancelled',
    meaning: 'Recipients who were at this step when the job was cancelled',
    icon: Ban,
    color: 'var(--mantine-color-dimmed)',
  },
} as const

export type StepState = keyof typeof stepStates

/**
 * States for which a step always shows its recipient count. Other states are shown only if their count is not
 * 0.
 */
export const defaultStepStates: readonly StepState[] = ['waiting', 'skipped', 'failed']

export const allStepStates = Object.keys(stepStates) as readonly StepState[]

/** The index of a step and a state, which select the recipients to list. */
export interface Chosen {
  readonly step: number
  readonly standing: StepState
}

export function reasonsAt({ reasons }: StandingStep, standing: StepState): StandingStep['reasons'] {
  return reasons.filter(({ state }) => state === standing)
}

/**
 * Returns the filter for a list of recipients. Recipients of a cancelled job have the reason JOB_CANCELLED
 * and no state of their own.
 */
export function filterOf({ step, standing }: Chosen) {
  return standing === 'cancelled' ? { step, reason: 'JOB_CANCELLED' as const } : { step, state: standing }
}
