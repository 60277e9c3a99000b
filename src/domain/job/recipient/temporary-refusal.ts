import type { ReasonCause } from '../../reason.ts'
import { sentence } from '../../text/sentence.ts'
import type { Outcome } from './recipient.ts'
import {
  evidenceOfTemporaryRefusal,
  type RefusalScope,
  type TemporaryRefusal,
} from './temporary-refusal-record.ts'

/**
 * A temporary refusal of a message, or a server that cannot be used now. Nothing was sent, and the attempt
 * does not count.
 */
export type TemporaryRefusalOutcome = {
  readonly kind: 'temporaryRefusal'
  readonly scope: RefusalScope
  /**
   * The seconds after which the server or provider asked this service to retry the message; null if it named no
   * time.
   */
  readonly seconds: number | null
} & ReasonCause

/** The result with which a channel answers for one message, including temporary refusals. */
export type SendOutcome = Outcome | TemporaryRefusalOutcome

const hour = 60 * 60
const day = 24 * hour
const firstPauseSeconds = 60
const maxPauseSeconds = hour

/**
 * The seconds after which a recipient fails if its message is still temporarily refused. Null, for the limit
 * of an account, never fails a recipient, because other messages use up the limit.
 */
const givesUpAfterSeconds: Readonly<Record<RefusalScope, number | null>> = {
  recipient: day,
  server: 5 * day,
  account: null,
}
/**
 * The least number of temporary refusals before a recipient fails, however long they last. Nights outside the
 * send window have no retries, so time alone must not make a recipient fail.
 */
const minRefusals = 12

/**
 * Returns the pause in seconds after the nth temporary refusal in a row: 1, 2, 4, 8, 16, 32, then 60 minutes.
 */
export function pauseSeconds(nth: number): number {
  return Math.min(firstPauseSeconds * 2 ** Math.min(nth - 1, 10), maxPauseSeconds)
}

/**
 * The seconds until another sender tries a message that a server temporarily refused. After this time, the
 * refused sender is marked as cooling down and is not chosen.
 */
const otherSenderPauseSeconds = 1

/**
 * Turns a temporary refusal of a message into a wait, or into a failure once it has lasted too long. Keeps
 * the refusals in the evidence while the recipient waits for something else at the same step, such as its
 * sender.
 *
 * `otherSenders`: whether another sender of the step may take the message, because the recipient has received
 * nothing yet. Another sender then retries after a second, unless the refusal is about the recipient:
 * greylisting accepts only a retry by the same server. If the server refuses the login of the sender, the wait is
 * unchanged, and any sender of the step may retry after it.
 */
export function afterTemporaryRefusal(
  known: TemporaryRefusal | null,
  outcome: SendOutcome,
  now: Date,
  random: number,
  otherSenders = false,
): Outcome {
  if (outcome.kind === 'waits') {
    const isLoginRefused = outcome.code === 'SENDER_NEEDS_ATTENTION'
    const refusal = otherSenders && isLoginRefused ? afterRefusedLogin(known, now) : known
    if (refusal === null) return outcome
    return { ...outcome, evidence: { ...outcome.evidence, ...evidenceOfTemporaryRefusal(refusal) } }
  }
  if (outcome.kind !== 'temporaryRefusal') return outcome
  const { scope, code, reason } = outcome
  const isSameRefusal = known !== null && known.scope === scope
  const mayChangeSender = otherSenders && scope !== 'recipient'
  const { since, times } = isSameRefusal ? { ...known, times: known.times + 1 } : { since: now, times: 1 }
  const temporaryRefusal = { scope, since, times, mayChangeSender }
  const evidence = evidenceOfTemporaryRefusal(temporaryRefusal)
  const lasted = (now.getTime() - temporaryRefusal.since.getTime()) / 1000
  const limit = givesUpAfterSeconds[scope]
  if (limit !== null && lasted >= limit && temporaryRefusal.times >= minRefusals)
    return {
      kind: 'failed',
      code,
      reason: sentence('Temporarily refused for {hours} hours. {reason}', {
        hours: Math.floor(lasted / hour),
        reason,
      }),
      evidence,
    }
  const seconds = mayChangeSender ? otherSenderPauseSeconds : secondsToNext(outcome, times, random)
  return { kind: 'waits', code, reason, evidence, seconds }
}

/** Returns the temporary refusals of a first message after the login of its sender was refused too. */
function afterRefusedLogin(known: TemporaryRefusal | null, now: Date): TemporaryRefusal {
  const first: TemporaryRefusal = { scope: 'account', since: now, times: 1 }
  return { ...(known ?? first), mayChangeSender: true }
}

/**
 * Returns the seconds until the next retry of a refused message. A pause that this service chose is shortened
 * by up to half at random, so that retries do not come all at once.
 */
function secondsToNext({ scope, seconds }: TemporaryRefusalOutcome, times: number, random: number): number {
  const own = pauseSeconds(times) * (0.5 + random / 2)
  const named = seconds === null ? null : Math.min(Math.max(seconds, 1), day)
  if (named === null) return own
  return scope === 'recipient' ? Math.max(named, own) : named
}

/**
 * Returns whether no server has accepted the message. The sender's daily budget then no longer counts the
 * message.
 */
export function isRefundedToBudget(outcome: SendOutcome): boolean {
  if (outcome.kind === 'failed') return outcome.code === 'MESSAGE_NOT_SENDABLE'
  return outcome.kind === 'temporaryRefusal' || outcome.kind === 'waits' || outcome.kind === 'transient'
}
