import type { ReasonCode } from './reason.ts'

/** The number of samples that are shown of a group. */
export const samplesOfGroup = 3

/** The recipients of a job that failed at one step for one reason. */
export interface FailedGroup {
  readonly step: number
  /** The reason code; null for recipients that failed under a version of the service without reason codes. */
  readonly code: ReasonCode | null
  readonly count: number
  /** The number of these recipients that another job has run again. */
  readonly retried: number
  /** Sample recipients whose errors differ as far as possible. */
  readonly samples: readonly FailedSample[]
}

interface FailedSample {
  readonly recordId: string
  readonly error: string | null
}
