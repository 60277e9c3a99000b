import { Ban } from 'lucide-react'
import type { StandingStep } from '../../../api/schema.ts'
import { recipientStates } from '../../../components/job/recipient-states.ts'

/** Where somebody may stand at a step, in the order in which it is shown. */
export const standings = {
  waiting: recipientStates.waiting,
  pending: recipientStates.pending,
  skipped: recipientStates.skipped,
  failed: recipientStates.failed,
  unconfirmed: recipientStates.unconfirmed,
  stopped: recipientStates.stopped,
  cancelled: {
    word: 'Cancelled',
    meaning: 'Their job was cancelled while they were there',
    icon: Ban,
    color: 'var(--mantine-color-dimmed)',
  },
} as const

export type Standing = keyof typeof standings

/** Always shown; the others only where there are any. */
export const usualStandings: readonly Standing[] = ['waiting', 'skipped', 'failed']

export const allStandings = Object.keys(standings) as readonly Standing[]

/** Those who stand at one step in one state. */
export interface Chosen {
  readonly step: number
  readonly standing: Standing
}

export function reasonsAt({ reasons }: StandingStep, standing: Standing): StandingStep['reasons'] {
  return reasons.filter(({ state }) => state === standing)
}

/** As lists of recipients are asked for: whom a cancelled job will not come back to has a reason, and no state of its own. */
export function filterOf({ step, standing }: Chosen) {
  return standing === 'cancelled' ? { step, reason: 'JOB_CANCELLED' as const } : { step, state: standing }
}
