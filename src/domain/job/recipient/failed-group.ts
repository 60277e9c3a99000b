import type { ReasonCode } from './reason.ts'

/** How many samples of a group are shown. */
export const samplesOfGroup = 3

/** Those recipients of a job that failed at one step for one reason. */
export interface FailedGroup {
  readonly step: number
  /** Null of those that failed in a former version of the service. */
  readonly code: ReasonCode | null
  readonly count: number
  /** Of them those whom another job has run again. */
  readonly retried: number
  /** As different as there are. */
  readonly samples: readonly FailedSample[]
}

interface FailedSample {
  readonly recordId: string
  readonly error: string | null
}
