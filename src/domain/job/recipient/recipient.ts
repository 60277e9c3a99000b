import type { SentMessage } from '../../sender/message/logged-message.ts'
import type { Receipt } from '../../sender/message/message.ts'
import { nextOf, type Program } from '../../spinner/steps/program.ts'
import type { DataRecord } from '../../table/cell.ts'
import type { PutOff } from './put-off-record.ts'
import type { Cause, Evidence, ReasonCode } from './reason.ts'
import type { ReasonView } from './reason-view.ts'
import type { RecipientState } from './recipient-state.ts'

/** A recipient as it is looked at. */
export interface RecipientView {
  readonly recordId: string
  readonly state: RecipientState
  readonly step: number
  readonly attempts: number
  readonly error: string | null
  /** Why it was skipped, failed, is in doubt, waits or was stopped; null for one of which that was not noted. */
  readonly reason: ReasonView | null
  readonly updatedAt: Date
}

/** The same beside recipients of other jobs. */
export interface RecipientOfJob extends RecipientView {
  readonly jobId: string
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
  /** The temporary refusals of this step so far; null, or left out, for none. */
  readonly putOff?: PutOff | null
}

/** What came of one step for one recipient. */
export type Outcome =
  | { readonly kind: 'sent'; readonly receipt?: Receipt }
  /**
   * A step that sends nothing lets the recipient go on, at once or after a while, by one of its ways if it has some.
   */
  | { readonly kind: 'passed'; readonly waitSeconds: number; readonly way?: number }
  | ({ readonly kind: 'skipped' } & Cause)
  /** An exit came between. */
  | ({ readonly kind: 'stopped' } & Cause)
  /** Nothing was sent, and it is not the recipient's fault. */
  | ({ readonly kind: 'waits'; readonly seconds: number } & Cause)
  /** `bounced`: no mailbox exists at this address, so no later message can reach it either. */
  | ({ readonly kind: 'failed'; readonly bounced?: true } & Cause)
  /** `message`: what the log keeps of one that nobody has told it of. */
  | ({ readonly kind: 'unconfirmed'; readonly message?: SentMessage } & Cause)
  | ({ readonly kind: 'transient' } & Cause)

/** What is written down of it. */
export interface Settlement {
  readonly recordId: string
  /** The step that was worked on. */
  readonly step: number
  readonly delivery: 'sent' | 'failed' | 'unconfirmed' | null
  readonly state: RecipientState
  readonly nextStep: number
  readonly attempts: number
  /** The seconds from the time at which the outcome is written, by the `Clock`. */
  readonly dueInSeconds: number
  readonly error: string | null
  readonly reason: ReasonCode | null
  readonly evidence: Evidence | null
  /** The address that its message is known not to have gone out to: it may be written to as if never marked. */
  readonly released: string | null
  /** Which of the ways of its step it took, where that has some. */
  readonly way?: number
  /** What the log keeps of its message, where one has left. */
  readonly message?: SentMessage | null
}

export const mostAttempts = 5

/** A recipient whose step has an outcome; with the address that it was marked for, if it was. */
export interface Tried extends Pick<DueRecipient, 'recordId' | 'step' | 'attempts'> {
  readonly address?: string | null
}

/** The one place that says where an outcome leads. `random` is in [0, 1): retries must not march in step. */
export function settle(recipient: Tried, outcome: Outcome, program: Program, random: number): Settlement {
  const attempts = recipient.attempts + 1
  const here = {
    recordId: recipient.recordId,
    step: recipient.step,
    nextStep: recipient.step,
    attempts,
    dueInSeconds: 0,
    released: null,
  }
  const notOut = { released: recipient.address ?? null, delivery: 'failed' as const }
  switch (outcome.kind) {
    case 'sent':
      return { ...here, ...onwards(program, recipient.step, 0), ...noCause, delivery: 'sent' }
    case 'passed':
      return {
        ...here,
        ...noCause,
        ...onwards(program, recipient.step, outcome.waitSeconds, outcome.way),
        ...(outcome.way === undefined ? {} : { way: outcome.way }),
        delivery: null,
      }
    case 'skipped':
    case 'stopped':
      return { ...here, ...caused(outcome), delivery: null, state: outcome.kind }
    case 'waits': {
      const { attempts: before } = recipient
      const dueInSeconds = outcome.seconds
      return {
        ...here,
        ...caused(outcome),
        // A provider may put a message off that was marked already.
        released: recipient.address ?? null,
        delivery: null,
        state: 'waiting',
        attempts: before,
        dueInSeconds,
      }
    }
    case 'failed':
      return { ...here, ...caused(outcome), ...notOut, state: 'failed' }
    case 'unconfirmed': {
      const { message } = outcome
      const logged = message === undefined ? {} : { message }
      return { ...here, ...caused(outcome), ...logged, delivery: 'unconfirmed', state: 'unconfirmed' }
    }
    case 'transient': {
      const failed = { ...here, ...caused(outcome), ...notOut }
      if (attempts >= mostAttempts) return { ...failed, state: 'failed' }
      return { ...failed, state: 'waiting', dueInSeconds: backoffSeconds(attempts, random) }
    }
  }
}

const noCause = { error: null, reason: null, evidence: null }

function caused({ code, reason, evidence }: Cause) {
  return { error: reason, reason: code, evidence: evidence ?? null }
}

/** After the last step the recipient is done, also when that step was a wait. */
function onwards(
  program: Program,
  step: number,
  waitSeconds: number,
  way?: number,
): Partial<Settlement> & Pick<Settlement, 'state'> {
  const nextStep = nextOf(program, step, way)
  if (nextStep >= program.length) return { state: 'done' }
  const state = waitSeconds > 0 ? 'waiting' : 'pending'
  const reason = waitSeconds > 0 ? 'WAIT_STEP' : null
  return { state, nextStep, attempts: 0, dueInSeconds: waitSeconds, reason }
}

/** 2, 8, 32, 128 seconds, each between half and all of it. */
function backoffSeconds(attempts: number, random: number): number {
  return (4 ** attempts / 2) * (0.5 + random / 2)
}
