import type { Caller } from '../../domain/account/api-keys/credential.ts'
import type { Scope } from '../../domain/account/api-keys/scope.ts'
import type { Idempotency, Remembered } from '../../domain/idempotency.ts'
import type { TriggerData } from '../../domain/job/audience/audience-wish.ts'
import type { Left } from '../../domain/job/audience/named-audience.ts'
import type { MeterReading } from '../../domain/plan/meter.ts'
import type { TriggerField } from '../../domain/spinner/trigger-data.ts'
import type { DataRecord } from '../../domain/table/cell.ts'
import type { TableShape } from '../../domain/table/table-shape.ts'

/** A job that is asked for. */
export interface JobOrder {
  /** The id that the job gets. */
  readonly jobId: string
  readonly caller: Caller
  readonly spinnerId: string
  readonly idempotency: Idempotency | null
}

/** What more than a plain job is asked for. */
export interface Asked {
  /** The version that it was held to; the job is not started where another is published by then. */
  readonly version: number
  /** Null for at once. */
  readonly startsAt: Date | null
  readonly data: TriggerData | null
  readonly maxRecipients: number | null
  /** The rehearsal that the trigger names. A rehearsal starts one job; another with the same is not started. */
  readonly rehearsal?: string | null
  /** Known of those who were named and are no recipients; null where nobody was named. */
  readonly left: Left | null
}

export interface AskedOrder extends JobOrder {
  readonly asked: Asked
  /** Whom it is for; null for those whom the spinner takes. */
  readonly recordIds: readonly string[] | null
  /** Nobody has looked whether these are there: the job is not started where one of them is not. */
  readonly whole?: boolean
}

/** One whose records come in with it. */
export interface BringingOrder extends JobOrder {
  readonly asked: Omit<Asked, 'left'>
  readonly records: readonly DataRecord[]
  readonly requestId: string
}

/** What the spinner of an order is, as far as it decides what may be asked of it. */
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
  /** Of what was asked for more than a plain job. */
  readonly told?: ToldOfJob
}

/** How a job begins, and what is left of the plan after it. */
export interface ToldOfJob extends Left {
  readonly eligible: number
  /** How many records were added, where it brought some. */
  readonly inserted?: number
  readonly startsAt: string
  /** Null for no limit. */
  readonly jobsLeft: number | null
  readonly recordsLeft: number | null
}

export interface Started {
  readonly organizationId: string
  /** What was started, where more than a plain job was asked for. */
  readonly told?: ToldOfJob
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
  /**
   * Answers after the commit; null when something stood in the way, and then `standing` and `target` say what: a version
   * that requires data of its trigger is not started without any.
   */
  abstract start(order: JobOrder): Promise<Started | null>

  /** The same for one that asks for more. Throws TOO_MANY_RECIPIENTS. */
  abstract startAsked(order: AskedOrder): Promise<Started | null>

  /**
   * The same for one that brings its records: appends them as `RecordIntake` does, and starts a job over exactly these,
   * in one commit. Throws PLAN_LIMIT for the records, and TOO_MANY_RECIPIENTS.
   */
  abstract startBringing(order: BringingOrder, target: TriggerTarget): Promise<Started | null>

  /** Looks up caller, spinner, idempotency key and meter; refuses a credential that is bad, or lacks a scope. */
  abstract standing(order: JobOrder, scopes?: readonly Scope[]): Promise<OrderStanding>

  /**
   * What this process last knew of an order's spinner, if anything. To start it finds out when it is no longer true.
   */
  abstract rememberedTarget(order: JobOrder): TriggerTarget | null

  /** Null where the organization has no such spinner, published. */
  abstract target(order: JobOrder, organizationId: string): Promise<TriggerTarget | null>
}
