import type { Step } from '../../spinner/steps/step.ts'
import type { Exclusions } from '../audience/named-audience.ts'
import type { ReasonCode } from '../recipient/reason.ts'
import type { ReasonCount } from '../recipient/reason-view.ts'

/**
 * The rehearsed results of a step for one recipient. A recipient that waits first also has its final result.
 */
export const rehearsedOutcomes = ['sends', 'passes', 'skips', 'waits', 'fails'] as const
export type RehearsedOutcome = (typeof rehearsedOutcomes)[number]

/**
 * The number of recipients with each result at a step. `waits` counts recipients that have to wait for their
 * turn first. It also counts recipients that wait for an event of unknown time; the rehearsal does not follow
 * them further.
 */
export interface StepFigures extends Readonly<Record<RehearsedOutcome, number>> {
  readonly step: number
  /** The path of the step; absent in results that an earlier version of the service stored. */
  readonly path?: string
  readonly type: Step['type']
}

/** A step on one recipient's way. */
export interface RehearsedStep {
  readonly step: number
  readonly path?: string
  readonly type: Step['type']
  readonly outcome: RehearsedOutcome
  readonly code: ReasonCode | null
  readonly reason: string | null
  /** The time when the recipient would come to the step. */
  readonly at: Date
  /** The message that would be sent; null if the step would send none. */
  readonly message: object | null
}

export interface RehearsedWay {
  readonly recordId: string
  readonly steps: readonly RehearsedStep[]
}

export interface RehearsalResult {
  readonly spinnerId: string
  /** The rehearsed version; null for a draft. */
  readonly version: number | null
  readonly audience: Exclusions & { readonly eligible: number }
  readonly steps: readonly StepFigures[]
  readonly reasons: readonly ReasonCount[]
  readonly samples: readonly RehearsedWay[]
  /** The amounts that the trigger would take from the plan's meters. */
  readonly spends: { readonly records: number; readonly jobs: number }
  /**
   * The time of the first message, estimated if senders have limits. `firstAt` and `lastAt` are null if
   * nothing is sent, if the spinner is paused, or if the time lies more than three years ahead.
   */
  readonly firstAt: Date | null
  readonly lastAt: Date | null
}

export const rehearsalStates = ['running', 'done', 'failed', 'interrupted', 'superseded'] as const
export type RehearsalState = (typeof rehearsalStates)[number]

/** A rehearsal as the API returns it. */
export interface RehearsalView {
  readonly id: string
  readonly spinnerId: string
  readonly state: RehearsalState
  readonly progress: { readonly done: number; readonly of: number }
  readonly result: RehearsalResult | null
  /** The cause of a failure; null if the rehearsal did not fail. */
  readonly error: string | null
  /** The time until which a trigger may name the rehearsal. */
  readonly expiresAt: Date | null
  readonly createdAt: Date
}

/** The seconds for which a trigger may name a rehearsal. */
export const rehearsalHoldsSeconds = 10 * 60
/**
 * The seconds after which a rehearsal is deleted. It is then of no more use, and its samples hold messages to
 * people.
 */
export const rehearsalKeptSeconds = 60 * 60
/** The seconds without progress after which the process of a running rehearsal counts as dead. */
export const longestRehearsalSilenceSeconds = 30
/** The number of rehearsals that one organization may run at once. */
export const mostRehearsals = 2
/** The highest number of records in a dry run. A larger dry run would outlast the client's connection. */
export const mostInDryRun = 300_000
