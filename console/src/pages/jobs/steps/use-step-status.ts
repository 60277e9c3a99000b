import { useState } from 'react'
import type { RecipientFilter } from '../../../api/job/jobs.ts'
import type { StepProgress } from '../../../api/schema.ts'
import { type Chosen, filterOf, type StepStatus } from './step-statuses.ts'

type ReasonCode = StepProgress['reasons'][number]['code']

/**
 * The recipients at a step that the user has opened in the drawer: their step, their state and their reason.
 */
export interface Opened {
  readonly at: StepProgress
  readonly standing: StepStatus
  /** The reason to which the opened recipients are limited; undefined for all reasons. */
  readonly reason: ReasonCode | undefined
  readonly filter: RecipientFilter
}

/** Holds the step and state whose recipients the user has opened. */
export function useStepStatus(items: readonly StepProgress[]) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [reason, setReason] = useState<ReasonCode>()
  const at = chosen === null ? undefined : items[chosen.step]
  const opened: Opened | null =
    chosen === null || at === undefined
      ? null
      : {
          at,
          standing: chosen.standing,
          reason,
          filter: { ...filterOf(chosen), ...(reason === undefined ? {} : { reason }) },
        }
  const choose = (next: Chosen | null) => {
    setChosen(next)
    setReason(undefined)
  }
  return { opened, choose, setReason }
}
