import type { ReasonCode } from '../../reason.ts'
import type { Step } from '../../spinner/steps/step.ts'
import { type Exclusions, skippedAmong } from '../audience/named-audience.ts'
import type { ReasonCount } from '../recipient/reason-view.ts'

/**
 * The results that a rehearsed step can have for a recipient. A recipient that waits first has its final
 * result too.
 */
export const rehearsedOutcomes = ['sends', 'passes', 'skips', 'waits', 'fails'] as const
export type RehearsedOutcome = (typeof rehearsedOutcomes)[number]

/**
 * The numbers of rehearsed recipients with each result at a step. `waits` counts recipients that have to wait
 * first for a sender or a limit. It also counts recipients that wait for an event of unknown time, which the
 * rehearsal does not follow further.
 */
export interface StepFigures extends Readonly<Record<RehearsedOutcome, number>> {
  readonly step: number
  /** The path of the rehearsed step for people, such as "1 › Yes › 2". */
  readonly path: string
  readonly type: Step['type']
}

/** A step that a recipient would go through in the job, with the result that the rehearsal found. */
export interface RehearsedStep {
  readonly step: number
  readonly path: string
  readonly type: Step['type']
  readonly status: RehearsedOutcome
  readonly code: ReasonCode | null
  readonly reason: string | null
  /** The time when the recipient would come to the rehearsed step. */
  readonly at: Date
  /** The message that the rehearsed step would send; null if it would send none. */
  readonly message: object | null
}

export interface RehearsedSample {
  readonly recordId: string
  readonly steps: readonly RehearsedStep[]
}

export interface RehearsalResult {
  readonly spinnerId: string
  /** The number of the spinner's version that was rehearsed; null if its draft was rehearsed. */
  readonly version: number | null
  readonly audience: Exclusions & { readonly eligible: number }
  readonly steps: readonly StepFigures[]
  readonly reasons: readonly ReasonCount[]
  readonly samples: readonly RehearsedSample[]
  /** The numbers of records and jobs that the rehearsed trigger would use of the plan's monthly limits. */
  readonly usage: { readonly records: number; readonly jobs: number }
  /**
   * The time of the first message of the job, estimated if senders have limits. `firstAt` and `lastAt` are
   * null if nothing is sent, if the spinner is paused, or if the time lies more than three years ahead.
   */
  readonly firstMessageAt: Date | null
  readonly lastMessageAt: Date | null
  /** The number of people who get at least one message. */
  readonly people: number
  /** The number of messages that are sent on the present day of the organization. */
  readonly messagesToday: number
  /** The largest number of people who get their first message on one day. */
  readonly maxPeoplePerDay: number
}

/** Returns the number of records that the rehearsed job would take, with those that it skips because of segments. */
export function recipientsOf({ audience: { eligible, excluded } }: RehearsalResult): number {
  return eligible + skippedAmong(excluded)
}

/** The answer to a dry run. A dry run is a trigger that only forecasts its job and starts nothing. */
export interface TriggerPreview {
  readonly result: RehearsalResult
  /**
   * The id of the rehearsal. A trigger that names the id must have the same options; otherwise it is refused.
   */
  readonly rehearsal: string
  /** The time until which a trigger may name the rehearsal. */
  readonly expiresAt: Date
}

export const rehearsalStatuses = ['running', 'done', 'failed', 'interrupted', 'superseded'] as const
type RehearsalStatus = (typeof rehearsalStatuses)[number]

/** A rehearsal (the forecast of a job that sends nothing), as the API returns it. */
export interface RehearsalView {
  readonly id: string
  readonly spinnerId: string
  readonly status: RehearsalStatus
  readonly progress: { readonly done: number; readonly of: number }
  readonly result: RehearsalResult | null
  /** The cause of the rehearsal's failure; null if it did not fail. */
  readonly error: string | null
  /** The time until which a trigger may name the rehearsal; null until the rehearsal is done. */
  readonly expiresAt: Date | null
  readonly createdAt: Date
}

/** The seconds, by the organization's clock, for which a trigger may name a rehearsal after it is done. */
export const rehearsalHoldsSeconds = 10 * 60
/**
 * The seconds of real time after which a rehearsal is deleted. It cannot be used then, and its samples contain
 * messages to people.
 */
export const rehearsalStoredSeconds = 60 * 60
/** The seconds without progress after which the process of a running rehearsal counts as dead. */
export const maxRehearsalSilenceSeconds = 30
/** The number of rehearsals that one organization may run at once. */
export const maxRehearsals = 2
/** The highest number of records in a dry run. A larger dry run would outlast the client's connection. */
export const maxDryRunRecipients = 300_000
