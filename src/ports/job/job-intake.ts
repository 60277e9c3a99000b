import type { Caller } from '../../domain/account/credential.ts'
import type { Idempotency, Remembered } from '../../domain/idempotency.ts'
import type { MeterReading } from '../../domain/plan/meter.ts'

/** A job that is asked for. */
export interface JobOrder {
  /** The id that the job gets. */
  readonly jobId: string
  readonly caller: Caller
  readonly spinnerId: string
  readonly idempotency: Idempotency | null
}

export interface TriggerReceipt {
  readonly jobId: string
  readonly spinnerId: string
}

export interface Started {
  readonly organizationId: string
  /** What the idempotency key stands for already, where nothing was started; otherwise null. */
  readonly earlier: Remembered<TriggerReceipt> | null
}

/** How an order stands before anything is written. */
export interface OrderStanding extends Started {
  /** Whether the caller's organization has such a spinner, published. */
  readonly isPublished: boolean
  /** Of the jobs of this month. */
  readonly reading: MeterReading
}

/**
 * The way in for jobs: starts one over what its spinner's audience holds, if the caller and the plan
 * allow it, once per idempotency key. Job, wake-up, audience and meter are one commit.
 */
export abstract class JobIntake {
  /** Answers after the commit; null when something stood in the way, and then `standing` says what. */
  abstract start(order: JobOrder): Promise<Started | null>

  /** Looks up caller, spinner, idempotency key and meter; refuses a bad credential. */
  abstract standing(order: JobOrder): Promise<OrderStanding>
}
