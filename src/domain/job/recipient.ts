import type { DataRecord } from '../table/cell.ts'

/** Where a recipient stands; `pending` and `waiting` go on, the others are final. */
export const recipientStates = ['pending', 'waiting', 'done', 'skipped', 'failed', 'unconfirmed'] as const
export type RecipientState = (typeof recipientStates)[number]

/** A recipient as it is looked at. */
export interface RecipientView {
  readonly recordId: string
  readonly state: RecipientState
  readonly step: number
  readonly attempts: number
  readonly error: string | null
  readonly updatedAt: Date
}

/** One record's way through a job, at the step whose turn it is. */
export interface DueRecipient {
  readonly recordId: string
  readonly step: number
  readonly attempts: number
  /** Null when the record was deleted after the slice was cut. */
  readonly data: DataRecord | null
  /** An earlier runtime marked this step as being sent and never said what became of it. */
  readonly inDoubt: boolean
}

/** What came of one step for one recipient. */
export type Outcome =
  | { readonly kind: 'sent' }
  /** A step that sends nothing lets the recipient go on, at once or after a while. */
  | { readonly kind: 'passed'; readonly waitSeconds: number }
  | { readonly kind: 'skipped'; readonly reason: string }
  /** `bounced`: no mailbox exists at this address, so no later message can reach it either. */
  | { readonly kind: 'failed'; readonly reason: string; readonly bounced?: true }
  | { readonly kind: 'unconfirmed'; readonly reason: string }
  | { readonly kind: 'transient'; readonly reason: string }

/** What is written down of it. */
export interface Settlement {
  readonly recordId: string
  /** The step that was worked on. */
  readonly step: number
  readonly delivery: 'sent' | 'failed' | 'unconfirmed' | null
  readonly state: RecipientState
  readonly nextStep: number
  readonly attempts: number
  /** Counted from the database's clock at the moment of writing. */
  readonly dueInSeconds: number
  readonly error: string | null
}

export const mostAttempts = 5

/** The one place that says where an outcome leads. `random` is in [0, 1): retries must not march in step. */
export function settle(
  recipient: Pick<DueRecipient, 'recordId' | 'step' | 'attempts'>,
  outcome: Outcome,
  stepCount: number,
  random: number,
): Settlement {
  const attempts = recipient.attempts + 1
  const here = {
    recordId: recipient.recordId,
    step: recipient.step,
    nextStep: recipient.step,
    attempts,
    dueInSeconds: 0,
  }
  switch (outcome.kind) {
    case 'sent':
      return { ...here, ...onwards(recipient.step, stepCount, 0), delivery: 'sent', error: null }
    case 'passed':
      return {
        ...here,
        ...onwards(recipient.step, stepCount, outcome.waitSeconds),
        delivery: null,
        error: null,
      }
    case 'skipped':
      return { ...here, delivery: null, state: 'skipped', error: outcome.reason }
    case 'failed':
      return { ...here, delivery: 'failed', state: 'failed', error: outcome.reason }
    case 'unconfirmed':
      return { ...here, delivery: 'unconfirmed', state: 'unconfirmed', error: outcome.reason }
    case 'transient': {
      if (attempts >= mostAttempts) {
        return { ...here, delivery: 'failed', state: 'failed', error: outcome.reason }
      }
      return {
        ...here,
        delivery: 'failed',
        state: 'waiting',
        dueInSeconds: backoffSeconds(attempts, random),
        error: outcome.reason,
      }
    }
  }
}

/** After the last step the recipient is done, also when that step was a wait. */
function onwards(
  step: number,
  stepCount: number,
  waitSeconds: number,
): Partial<Settlement> & Pick<Settlement, 'state'> {
  if (step + 1 >= stepCount) return { state: 'done' }
  const state = waitSeconds > 0 ? 'waiting' : 'pending'
  return { state, nextStep: step + 1, attempts: 0, dueInSeconds: waitSeconds }
}

/** 2, 8, 32, 128 seconds, each between half and all of it. */
function backoffSeconds(attempts: number, random: number): number {
  return (4 ** attempts / 2) * (0.5 + random / 2)
}
