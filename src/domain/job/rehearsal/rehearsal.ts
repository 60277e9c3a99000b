import type { Step } from '../../spinner/steps/step.ts'
import type { Left } from '../audience/named-audience.ts'
import type { ReasonCode } from '../recipient/reason.ts'
import type { ReasonCount } from '../recipient/reason-view.ts'

/** What would become of whoever comes to a step; of one who waits first, in the end. */
export const rehearsedOutcomes = ['sends', 'passes', 'skips', 'waits', 'fails'] as const
export type RehearsedOutcome = (typeof rehearsedOutcomes)[number]

/**
 * How many come to which end at a step. `waits` are those of them that have to wait for their turn first, and those
 * that wait for what nobody knows the end of, whose way is looked at no further.
 */
export interface StepFigures extends Readonly<Record<RehearsedOutcome, number>> {
  readonly step: number
  /** In words; absent of what an earlier version rehearsed. */
  readonly path?: string
  readonly type: Step['type']
}

/** One step of one recipient's way. */
export interface RehearsedStep {
  readonly step: number
  readonly path?: string
  readonly type: Step['type']
  readonly outcome: RehearsedOutcome
  readonly code: ReasonCode | null
  readonly reason: string | null
  /** When it would come to it. */
  readonly at: Date
  /** What would be sent. */
  readonly message: object | null
}

export interface RehearsedWay {
  readonly recordId: string
  readonly steps: readonly RehearsedStep[]
}

export interface RehearsalResult {
  readonly spinnerId: string
  /** Null for a draft. */
  readonly version: number | null
  readonly audience: Left & { readonly eligible: number }
  readonly steps: readonly StepFigures[]
  readonly reasons: readonly ReasonCount[]
  readonly samples: readonly RehearsedWay[]
  /** What the trigger would take off the meters. */
  readonly spends: { readonly records: number; readonly jobs: number }
  /** An estimate where senders have limits; null where nothing is sent, or not within three years. */
  readonly firstAt: Date | null
  readonly lastAt: Date | null
}

export const rehearsalStates = ['running', 'done', 'failed', 'interrupted', 'superseded'] as const
export type RehearsalState = (typeof rehearsalStates)[number]

/** A rehearsal as it is looked at. */
export interface RehearsalView {
  readonly id: string
  readonly spinnerId: string
  readonly state: RehearsalState
  readonly progress: { readonly done: number; readonly of: number }
  readonly result: RehearsalResult | null
  /** Why it failed. */
  readonly error: string | null
  /** Until when a trigger may name it. */
  readonly expiresAt: Date | null
  readonly createdAt: Date
}

/** For how long a trigger may name a rehearsal. */
export const rehearsalHoldsSeconds = 10 * 60
/** Then nobody looks at it any more, and it is deleted: samples hold what would be written to people. */
export const rehearsalKeptSeconds = 60 * 60
/** One that has told nothing of its progress for as long has lost its process. */
export const longestRehearsalSilenceSeconds = 30
/** At once, of one organization. */
export const mostRehearsals = 2
/** Whoever waits for the answer of a dry run would be cut off. */
export const mostInDryRun = 300_000
