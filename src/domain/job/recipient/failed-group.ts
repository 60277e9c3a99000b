import type { ReasonCode } from '../../reason.ts'

/** The number of sample recipients that are returned for each group of failed recipients. */
export const samplesOfGroup = 3

/** The recipients of a job that failed at one step for the same reason. */
export interface FailedGroup {
  readonly step: number
  /**
   * The reason code of the failures; null for recipients that failed under a version of the service without
   * reason codes.
   */
  readonly code: ReasonCode | null
  readonly count: number
  /** The number of recipients in the group that another job has run again. */
  readonly retried: number
  /**
   * The number of recipients in the group, without the retried ones, that no retry takes: they replied,
   * unsubscribed, complained or bounced after they had failed.
   */
  readonly stopped: number
  /** The number of recipients that are left to retry and whose record was changed after they failed. */
  readonly changed: number
  /** Sample recipients of the group, whose errors differ as far as possible. */
  readonly samples: readonly FailedSample[]
}

interface FailedSample {
  readonly recordId: string
  readonly error: string | null
}
