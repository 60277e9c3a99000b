import { Ban } from 'lucide-react'
import type { StepProgress } from '../../../api/schema.ts'
import { recipientStatuses } from '../../../components/job/recipient-statuses.ts'
import { t } from '../../../languages/text.ts'

/** The states that a recipient may have at a step, in display order. */
export const stepStatuses = {
  waiting: recipientStatuses.waiting,
  pending: recipientStatuses.pending,
  skipped: recipientStatuses.skipped,
  failed: recipientStatuses.failed,
  unconfirmed: recipientStatuses.unconfirmed,
  stopped: recipientStatuses.stopped,
  cancelled: {
    word: t('Cancelled'),
    meaning: t('Recipients who were at this step when the job was cancelled'),
    icon: Ban,
    color: 'var(--mantine-color-dimmed)',
  },
} as const

export type StepStatus = keyof typeof stepStatuses

/**
 * States for which a step always shows its recipient count. Other states are shown only if their count is not
 * 0.
 */
export const defaultStepStatuses: readonly StepStatus[] = ['waiting', 'skipped', 'failed']

export const allStepStatuses = Object.keys(stepStatuses) as readonly StepStatus[]

/** The index of a step and a state, which select the recipients to list. */
export interface Chosen {
  readonly step: number
  readonly standing: StepStatus
}

export function reasonsAt({ reasons }: StepProgress, standing: StepStatus): StepProgress['reasons'] {
  return reasons.filter(({ status }) => status === standing)
}

/**
 * Returns the filter for a list of recipients. Recipients of a cancelled job have the reason JOB_CANCELLED
 * and no state of their own.
 */
export function filterOf({ step, standing }: Chosen) {
  return standing === 'cancelled' ? { step, reason: 'JOB_CANCELLED' as const } : { step, status: standing }
}
