import type { Caller } from '../../domain/account/api-keys/credential.ts'
import type { Scope } from '../../domain/account/api-keys/scope.ts'
import type { AuditEntry } from '../../domain/account/audit/audit-entry.ts'
import type { EarlierAnswer, Idempotency } from '../../domain/idempotency.ts'
import type { Exclusions } from '../../domain/job/audience/named-audience.ts'
import type { MeterReading } from '../../domain/plan/meter.ts'
import type { DataRecord } from '../../domain/record-cells.ts'
import type { Audience } from '../../domain/spinner/audience.ts'
import type { SegmentExclusion } from '../../domain/spinner/segment/exclusion.ts'
import type { TriggerData, TriggerField } from '../../domain/spinner/trigger-data.ts'
import type { SegmentCount } from '../../domain/table/segment/segment.ts'
import type { TableSchema } from '../../domain/table/table-schema.ts'

/** A request to start a job. */
export interface JobOrder {
  /** The id that the new job gets. */
  readonly jobId: string
  readonly caller: Caller
  readonly spinnerId: string
  readonly idempotency: Idempotency | null
  /**
   * The audit entry that the start writes in its commit, with the spinner's name, the version and the number of
   * recipients added. Absent if the start leaves no entry.
   */
  readonly audit?: AuditEntry
}

/** The records that become the recipients of a job, if its trigger has options. */
export type JobAudience =
  /** The records that the spinner's audience setting selects, as for a job without options. */
  | { readonly kind: 'spinner' }
  /** Existing records of the table that the trigger lists. */
  | {
      readonly kind: 'named'
      readonly recordIds: readonly string[]
      /** The entries of the trigger's list that did not become recipients, with the reasons. */
      readonly left: Exclusions
      /**
       * True if nobody has checked that the records exist. The job is then not started if the table lacks one
       * of them.
       */
      readonly isUnchecked: boolean
      /**
       * The schema version of the table by whose columns the records were found. The job is not started if the
       * table has another version. Null if no column was needed to find them.
       */
      readonly schemaVersion: number | null
    }
  /** The records of a segment of the table, which are chosen when the job takes them. */
  | { readonly kind: 'segment'; readonly segmentId: string; readonly count: SegmentCount }
  /**
   * New records that the trigger contains. The commit that starts the job also appends them to the table of
   * `target`, as `RecordAppender` does.
   */
  | {
      readonly kind: 'records'
      readonly records: readonly DataRecord[]
      readonly requestId: string
      readonly target: TriggerTarget
    }

/** The options of a trigger. A trigger without options starts a job over the spinner's audience at once. */
export interface StartOptions {
  /**
   * The spinner version against which the trigger was checked. No job starts if another version has been
   * published meanwhile.
   */
  readonly version: number
  /** The start time of the job; null to start at once. */
  readonly startsAt: Date | null
  readonly data: TriggerData | null
  /** The segments whose records the job does not write to, besides those of the spinner; absent or null for none. */
  readonly exclude?: SegmentExclusion | null
  readonly maxRecipients: number | null
  /**
   * The id of the rehearsal that the trigger names. A rehearsal permits only one job; a second trigger that
   * names it starts none.
   */
  readonly rehearsal?: string | null
  readonly audience: JobAudience
}

/** The settings of a published spinner and its table against which a trigger request is checked. */
export interface TriggerTarget {
  readonly organizationId: string
  readonly version: number
  readonly audience: Audience
  readonly triggerData: readonly TriggerField[]
  readonly metadataColumns: readonly string[]
  readonly tableSchema: TableSchema
}

export interface TriggerReceipt {
  readonly jobId: string
  readonly spinnerId: string
  /** Details of the started job, such as its number of recipients; present if the trigger had options. */
  readonly details?: JobDetails
}

/** The details of a started job, and the jobs and records that the plan still permits. */
export interface JobDetails extends Exclusions {
  readonly eligible: number
  /** Whether `eligible` is an estimate. Present if the recipients are chosen when the job takes them. */
  readonly isEstimate?: boolean
  /** The number of records that the trigger added; absent if it brought none. */
  readonly inserted?: number
  readonly startsAt: string
  /** The number of jobs that the plan still permits this month; null for no limit. */
  readonly jobsLeft: number | null
  readonly recordsLeft: number | null
}

export interface StartedJob {
  readonly organizationId: string
  /** Details of the started job, such as its number of recipients; present if the trigger had options. */
  readonly details?: JobDetails
  /**
   * The stored answer of the first request with this idempotency key, if there was one; no job was started
   * then. Otherwise null.
   */
  readonly earlier: EarlierAnswer<TriggerReceipt> | null
}

/** The facts about a request to start a job that are known before anything is written. */
export interface OrderFacts extends StartedJob {
  /**
   * Whether the caller may ask about this spinner. False if the caller is an API key that is limited to projects
   * and none of them contains the spinner; `earlier` is then null and `isPublished` false.
   */
  readonly isInReach: boolean
  /** Whether the caller's organization has this spinner and it is published. */
  readonly isPublished: boolean
  /** The number of jobs that the organization has started this month, and the limit of its plan. */
  readonly reading: MeterReading
}

/**
 * Starts jobs. A job starts once per idempotency key, if the caller and the plan allow it. The job, its
 * audience, its announcement to the runtimes and the plan's meter are written in one commit.
 */
export abstract class JobStarter {
  /**
   * Starts a job and returns after the commit. Without options, the job takes the records of the spinner's
   * audience; a version that requires trigger data or takes a segment then starts no job. Returns null if something prevents the
   * job; `factsOf` and `target` then say what. Throws TOO_MANY_RECIPIENTS, and PLAN_LIMIT for new records.
   */
  abstract start(order: JobOrder, options?: StartOptions | null): Promise<StartedJob | null>

  /**
   * Looks up the caller, spinner, idempotency key and meter of a request to start a job. Throws if the
   * credential is invalid or lacks a scope.
   */
  abstract factsOf(order: JobOrder, scopes?: readonly Scope[]): Promise<OrderFacts>

  /**
   * Returns the spinner's trigger settings from this process's cache; null if they are not cached. They may
   * be outdated, which `start` detects.
   */
  abstract cachedTarget(order: JobOrder): TriggerTarget | null

  /**
   * Returns the settings of the spinner against which a trigger is checked; null if the organization has no
   * such published spinner.
   */
  abstract target(order: JobOrder, organizationId: string): Promise<TriggerTarget | null>
}
