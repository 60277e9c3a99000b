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
  /** The id that the new job gets. */
  readonly jobId: string
  readonly caller: Caller
  readonly spinnerId: string
  readonly idempotency: Idempotency | null
}

/** The recipients of a job with options. */
export type JobAudience =
  /** The records that the spinner takes. */
  | { readonly kind: 'spinner' }
  /** Existing records that the trigger names. */
  | {
      readonly kind: 'named'
      readonly recordIds: readonly string[]
      /** The entries that the trigger named and that are not among the recipients. */
      readonly left: Exclusions
      /**
       * Whether the existence of the records is unchecked. If it is and the table lacks one of them, the job is
       * not started.
       */
      readonly isUnchecked: boolean
    }
  /**
   * New records that the trigger brings. They are appended as by `RecordAppender`, in the commit that starts
   * the job. `target` says to which table.
   */
  | {
      readonly kind: 'records'
      readonly records: readonly DataRecord[]
      readonly requestId: string
      readonly target: TriggerTarget
    }

/** The options of a job that a plain job does not need. */
export interface StartOptions {
  /**
   * The version against which the trigger was checked. The job is not started if another version has been
   * published meanwhile.
   */
  readonly version: number
  /** The start time of the job; null to start at once. */
  readonly startsAt: Date | null
  readonly data: TriggerData | null
  readonly maxRecipients: number | null
  /**
   * The id of the rehearsal that the trigger names. A rehearsal permits only one job; a second trigger that
   * names it starts none.
   */
  readonly rehearsal?: string | null
  readonly audience: JobAudience
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
  /** Details of the started job; present if the trigger had options. */
  readonly told?: JobDetails
}

/** The details of a started job, and the jobs and records that the plan still permits. */
export interface JobDetails extends Exclusions {
  readonly eligible: number
  /** The number of records that the trigger added; absent if it brought none. */
  readonly inserted?: number
  readonly startsAt: string
  /** The number of jobs that the plan still permits this month; null for no limit. */
  readonly jobsLeft: number | null
  readonly recordsLeft: number | null
}

export interface StartedJob {
  readonly organizationId: string
  /** Details of the started job; present if the trigger had options. */
  readonly told?: JobDetails
  /**
   * The stored answer of the idempotency key, if no job was started because the key is known; otherwise null.
   */
  readonly earlier: EarlierAnswer<TriggerReceipt> | null
}

/** The facts about a request to start a job that are known before anything is written. */
export interface OrderFacts extends StartedJob {
  /** Whether the caller's organization has this spinner and it is published. */
  readonly isPublished: boolean
  /** The reading of the organization's meter of jobs for this month. */
  readonly reading: MeterReading
}

/**
 * The entry point for jobs. Starts a job over the spinner's audience if the caller and the plan allow it,
 * once per idempotency key. Job, wake-up, audience and meter are one commit.
 */
export abstract class JobStarter {
  /**
   * Starts a job and returns after the commit. Without options the job is plain: it takes the records that
   * the spinner takes. Returns null if something prevents the job; `factsOf` and `target` then say what. A
   * version that requires trigger data is not started without options. Throws TOO_MANY_RECIPIENTS, and
   * PLAN_LIMIT for the records that a trigger brings.
   */
  abstract start(order: JobOrder, options?: StartOptions | null): Promise<StartedJob | null>

  /**
   * Looks up the caller, spinner, idempotency key and meter of a request to start a job. Throws if the
   * credential is invalid or lacks a scope.
   */
  abstract factsOf(order: JobOrder, scopes?: readonly Scope[]): Promise<OrderFacts>

  /**
   * Returns the properties of the spinner that this process has cached; null if none. Starting the job
   * detects if they are outdated.
   */
  abstract cachedTarget(order: JobOrder): TriggerTarget | null

  /**
   * Returns the properties of the spinner that decide what a trigger may request; null if the organization
   * has no such published spinner.
   */
  abstract target(order: JobOrder, organizationId: string): Promise<TriggerTarget | null>
}
