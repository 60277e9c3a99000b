import type { Evidence, ReasonCause, ReasonCode } from '../../reason.ts'
import type { DataRecord } from '../../record-cells.ts'
import type { SentMessage } from '../../sender/message/logged-message.ts'
import type { SendReceipt } from '../../sender/message/message.ts'
import { nextOf, type Program } from '../../spinner/steps/program.ts'
import { awaitedEventOf } from '../../spinner/steps/step-capabilities.ts'
import type { ReasonView } from './reason-view.ts'
import type { RecipientStatus } from './recipient-status.ts'
import type { TemporaryRefusal } from './temporary-refusal-record.ts'

/** A recipient as the API returns it. */
export interface RecipientView {
  readonly recordId: string
  readonly status: RecipientStatus
  readonly step: number
  readonly attempts: number
  readonly error: string | null
  /**
   * The reason why the recipient was skipped, failed, is unconfirmed, waits or was stopped; null if none was
   * recorded.
   */
  readonly reason: ReasonView | null
  readonly updatedAt: Date
}

/** A recipient with its job's id, for lists over several jobs. */
export interface RecipientOfJob extends RecipientView {
  readonly jobId: string
}

/** A recipient that is due at a step, with the data that a runtime needs to run the step. */
export interface DueRecipient {
  readonly recordId: string
  readonly step: number
  readonly attempts: number
  /** The cells of the recipient's record; null if the record was deleted after the job had taken it. */
  readonly data: DataRecord | null
  /**
   * Whether an earlier runtime began to send the message of this step and ended without storing an outcome. The
   * message may have been sent.
   */
  readonly inDoubt: boolean
  /** Whether an earlier job, whose recipients this job runs again, has sent the recipient an e-mail. */
  readonly hasGotEmail?: boolean
  /** Whether the recipient has reached the goal of the spinner, as its results count it. */
  readonly hasReachedGoal?: boolean
  /** The temporary refusals of the message of this step so far; null or absent if there are none. */
  readonly temporaryRefusal?: TemporaryRefusal | null
}

/** The outcome of one step for one recipient. */
export type Outcome =
  | { readonly kind: 'sent'; readonly receipt?: SendReceipt }
  /**
   * The outcome of a step that sends nothing. The recipient continues at once or after a wait, in one of the
   * step's branches if it has branches.
   */
  | { readonly kind: 'passed'; readonly waitSeconds: number; readonly branch?: number }
  | ({ readonly kind: 'skipped' } & ReasonCause)
  /** The recipient's steps in the job ended before this step, because of an exit such as a reply. */
  | ({ readonly kind: 'stopped' } & ReasonCause)
  /**
   * The step has sent nothing yet. The recipient waits at the step for the given seconds, and the attempt does
   * not count.
   */
  | ({ readonly kind: 'waits'; readonly seconds: number } & ReasonCause)
  /**
   * The outcome of a failed step. `bounced`: the address has no mailbox, so that no later message can reach it
   * either.
   */
  | ({ readonly kind: 'failed'; readonly bounced?: true } & ReasonCause)
  /** It is unknown whether the step's message was sent. `message` is its entry in the message log. */
  | ({ readonly kind: 'unconfirmed'; readonly message?: SentMessage } & ReasonCause)
  | ({ readonly kind: 'transient' } & ReasonCause)

/** The new values of a recipient after a step, and of its delivery, as the database stores them. */
export interface StepSettlement {
  readonly recordId: string
  /** The index of the step that the recipient has just run. */
  readonly step: number
  readonly delivery: 'sent' | 'failed' | 'unconfirmed' | null
  readonly status: RecipientStatus
  readonly nextStep: number
  readonly attempts: number
  /** The seconds until the recipient is due again, counted from the moment when the outcome is written. */
  readonly dueInSeconds: number
  readonly error: string | null
  readonly reason: ReasonCode | null
  readonly evidence: Evidence | null
  /**
   * The address that was marked as contacted before sending, if the message was then not sent; otherwise null.
   * The mark is removed, so that the contact policy does not count the message.
   */
  readonly released: string | null
  /** The branch that the recipient took; absent if its step has no branches. */
  readonly branch?: number
  /** The log entry of the message; absent or null if no message was sent. */
  readonly message?: SentMessage | null
}

/**
 * Returns whether the outcome of a step ends a recipient's wait for an event, such as a date or a changed cell,
 * at that step.
 */
export function endsWait(
  program: Program,
  { step: index, nextStep, status }: Pick<StepSettlement, 'step' | 'nextStep' | 'status'>,
): boolean {
  const step = program[index]?.step
  if (step === undefined || awaitedEventOf(step) === null) return false
  return nextStep !== index || status !== 'waiting'
}

export const maxAttempts = 5

/**
 * A recipient whose step has just been run, with the address that was marked as contacted for its message; null
 * or absent if none was marked.
 */
export interface TriedStep extends Pick<DueRecipient, 'recordId' | 'step' | 'attempts'> {
  readonly address?: string | null
}

/**
 * Returns the changes that an outcome makes to a recipient: its state, next step and due time. Before the
 * call, `afterTemporaryRefusal` (temporary-refusal.ts) has turned a temporary refusal into `waits` or `failed`. `random` is in
 * [0, 1) and spreads retries in time.
 */
export function settleStep(
  recipient: TriedStep,
  outcome: Outcome,
  program: Program,
  random: number,
): StepSettlement {
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
        ...onwards(program, recipient.step, outcome.waitSeconds, outcome.branch),
        ...(outcome.branch === undefined ? {} : { branch: outcome.branch }),
        delivery: null,
      }
    case 'skipped':
    case 'stopped':
      return { ...here, ...caused(outcome), delivery: null, status: outcome.kind }
    case 'waits': {
      const { attempts: before } = recipient
      const dueInSeconds = outcome.seconds
      return {
        ...here,
        ...caused(outcome),
        // Removes the mark that the address was contacted. The message was marked before the provider delayed
        // it, and nothing was sent.
        released: recipient.address ?? null,
        delivery: null,
        status: 'waiting',
        attempts: before,
        dueInSeconds,
      }
    }
    case 'failed':
      return { ...here, ...caused(outcome), ...notOut, status: 'failed' }
    case 'unconfirmed': {
      const { message } = outcome
      const logged = message === undefined ? {} : { message }
      return { ...here, ...caused(outcome), ...logged, delivery: 'unconfirmed', status: 'unconfirmed' }
    }
    case 'transient': {
      const failed = { ...here, ...caused(outcome), ...notOut }
      if (attempts >= maxAttempts) return { ...failed, status: 'failed' }
      return { ...failed, status: 'waiting', dueInSeconds: backoffSeconds(attempts, random) }
    }
  }
}

const noCause = { error: null, reason: null, evidence: null }

function caused({ code, reason, evidence }: ReasonCause) {
  return { error: reason, reason: code, evidence: evidence ?? null }
}

/**
 * Returns the state of a recipient after a step. After the last step the recipient is done, even if that step
 * was a wait.
 */
function onwards(
  program: Program,
  step: number,
  waitSeconds: number,
  branch?: number,
): Partial<StepSettlement> & Pick<StepSettlement, 'status'> {
  const nextStep = nextOf(program, step, branch)
  if (nextStep >= program.length) return { status: 'done' }
  const status = waitSeconds > 0 ? 'waiting' : 'pending'
  const reason = waitSeconds > 0 ? 'WAIT_STEP' : null
  return { status, nextStep, attempts: 0, dueInSeconds: waitSeconds, reason }
}

/**
 * Returns the seconds until the next attempt at a failed step: 2, 8, 32 or 128, shortened by up to half at
 * random.
 */
function backoffSeconds(attempts: number, random: number): number {
  return (4 ** attempts / 2) * (0.5 + random / 2)
}
