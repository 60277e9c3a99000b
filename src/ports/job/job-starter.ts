import type { Caller } from '../../domain/account/api-keys/credential.ts'
import type { Scope } from '../../domain/account/api-keys/scope.ts'
import type { EarlierAnswer, Idempotency } from '../../domain/idempotency.ts'
import type { Exclusions } from '../../domain/job/audience/named-audience.ts'
import type { TriggerData } from '../../domain/job/audience/trigger-request.ts'
import type { MeterReading } from '../../domain/plan/meter.ts'
import type { TriggerField } from '../../domain/spinner/trigger-data.ts'
import type { DataRecord } from '../../domain/table/cell.ts'
import type { TableShape } from '../../domain/table/table-shape.ts'

/** A request to start a job. */
export interface JobOrder {
  /** The id of the new job. */
  readonly jobId: string
  readonly caller: Caller
  readonly spinnerId: string
  readonly idempotency: Idempotency | null
}

/** The options of a trigger beyond a plain job. */
export interface Asked {
  /**
   * The version against which the trigger was checked. The job is not started if another version is published
   * by then.
   */
  readonly version: number
  /** The start time; null for at once. */
  readonly startsAt: Date | null
  readonly data: TriggerData | null
  readonly maxRecipients: number | null
  /**
   * The rehearsal that the trigger names. A rehearsal starts only one job; a second trigger with it starts
   * none.
   */
  readonly rehearsal?: string | null
  /** The named entries that are not among the recipients; null if the trigger named none. */
  readonly left: Exclusions | null
}

export interface OrderWithOptions extends JobOrder {
  readonly asked: Asked
  /** The ids of the records for the job; null for the records that the spinner takes. */
  readonly recordIds: readonly string[] | null
  /** Whether the ids are unchecked. If the table lacks one of them, the job is not started. */
  readonly whole?: boolean
}

/** A request to start a job over records that come with it. */
export interface OrderWithRecords extends JobOrder {
  readonly asked: Omit<Asked, 'left'>
  readonly records: readonly DataRecord[]
  readonly requestId: string
}

/** The properties of a spinner that decide what a trigger may request. */
export interface TriggerTarget {
  readonly organizationId: string
  readonly version: number
  readonly triggerData: readonly TriggerField[]
  readonly metadataColumns: readonly string[]
  readonly shape: TableShape
}

export interface TriggerReceipt {
  readonly jobId: string
  readonly spinnerId: string
  /** Details of the job, if the trigger had options. */
  readonly told?: JobDetails
}

/** The details of a started job, and what is left of the plan. */
export interface JobDetails extends Exclusions {
  readonly eligible: number
  /** The number of records that were added; absent if the trigger brought none. */
  readonly inserted?: number
  readonly startsAt: string
  /** The number of jobs left this month; null for no limit. */
  readonly jobsLeft: number | null
  readonly recordsLeft: number | null
}

export interface Started {
  readonly organizationId: string
  /** Details of the started job, if the trigger had options. */
  readonly told?: JobDetails
  /** The stored answer of the idempotency key, if nothing was started for that reason; otherwise null. */
  readonly earlier: EarlierAnswer<TriggerReceipt> | null
}

/** The facts about an order before anything is written. */
export interface OrderFacts extends Started {
  /** Whether the caller's organization has this spinner and it is published. */
  readonly isPublished: boolean
  /** The meter of jobs for this month. */
  readonly reading: MeterReading
}

/**
 * The entry point for jobs. Starts a job over the spinner's audience if the caller and the plan allow it,
 * once per idempotency key. Job, wake-up, audience and meter are one commit.
 */
export abstract class JobStarter {
  /**
   * Starts a plain job and returns after the commit. Returns null if something prevents it; `standing` and
   * `target` then say what. A version that requires trigger data is not started without any.
   */
  abstract start(order: JobOrder): Promise<Started | null>

  /** Starts a job with options, like `start`. Throws TOO_MANY_RECIPIENTS. */
  abstract startWithOptions(order: OrderWithOptions): Promise<Started | null>

  /**
   * Appends records as `RecordAppender` does, and starts a job over exactly these, in one commit. Throws
   * PLAN_LIMIT for the records, and TOO_MANY_RECIPIENTS.
   */
  abstract startWithRecords(order: OrderWithRecords, target: TriggerTarget): Promise<Started | null>

  /**
   * Looks up caller, spinner, idempotency key and meter; throws if the credential is invalid or lacks a
   * scope.
   */
  abstract factsOf(order: JobOrder, scopes?: readonly Scope[]): Promise<OrderFacts>

  /**
   * Returns the target as this process has cached it; null if it has not. Starting the job detects if it is
   * outdated.
   */
  abstract cachedTarget(order: JobOrder): TriggerTarget | null

  /** Returns the target of an order; null if the organization has no such published spinner. */
  abstract target(order: JobOrder, organizationId: string): Promise<TriggerTarget | null>
}
