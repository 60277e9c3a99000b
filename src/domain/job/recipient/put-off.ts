import { evidenceOfPutOff, type PutOff, type PutOffScope } from './put-off-record.ts'
import type { Cause } from './reason.ts'
import type { Outcome } from './recipient.ts'

/** A temporary refusal, or a server that cannot be used now: nothing was sent, and no attempt is used up. */
export type PutOffOutcome = {
  readonly kind: 'putOff'
  readonly scope: PutOffScope
  /** The pause in seconds that the other side named; null if it named none. */
  readonly seconds: number | null
} & Cause

/** The answer of a channel for one message. */
export type SendOutcome = Outcome | PutOffOutcome

const hour = 60 * 60
const day = 24 * hour
const firstPauseSeconds = 60
const longestPauseSeconds = hour

/**
 * The seconds after which a recipient fails whose message is still refused; null for never. Other messages
 * use up an account's limit, so this limit fails no recipient.
 */
const givesUpAfterSeconds: Readonly<Record<PutOffScope, number | null>> = {
  recipient: day,
  server: 5 * day,
  account: null,
}
/**
 * The fewest refusals before a recipient fails. Nights outside the send window thus do not count as retries.
 */
const leastRefusals = 12

/** Returns the pause in seconds after the nth refusal in a row: 1, 2, 4, 8, 16, 32, then 60 minutes. */
export function pauseSeconds(nth: number): number {
  return Math.min(firstPauseSeconds * 2 ** Math.min(nth - 1, 10), longestPauseSeconds)
}

/** The seconds until another sender tries the message. The sender that was refused rests by then. */
const changePauseSeconds = 1

/**
 * Turns a temporary refusal into a wait, or into a failure once it has lasted for too long. Keeps the record
 * of the refusals while the recipient waits for something else at the same step, such as its sender.
 *
 * `otherSenders` says whether another sender of the step may take the message, because the recipient has
 * received nothing yet. Another sender tries at once if the refusal is about the server or the account. A
 * refusal about the recipient stays with its sender, because greylisting lets only a retry by the same server
 * pass.
 */
export function afterPutOff(
  known: PutOff | null,
  outcome: SendOutcome,
  now: Date,
  random: number,
  otherSenders = false,
): Outcome {
  if (outcome.kind === 'waits' && known !== null)
    return { ...outcome, evidence: { ...outcome.evidence, ...evidenceOfPutOff(known) } }
  if (outcome.kind !== 'putOff') return outcome
  const { scope, code, reason } = outcome
  const isSamePutOff = known !== null && known.scope === scope
  const mayChangeSender = otherSenders && scope !== 'recipient'
  const { since, times } = isSamePutOff ? { ...known, times: known.times + 1 } : { since: now, times: 1 }
  const putOff = { scope, since, times, mayChangeSender }
  const evidence = evidenceOfPutOff(putOff)
  const lasted = (now.getTime() - putOff.since.getTime()) / 1000
  const limit = givesUpAfterSeconds[scope]
  if (limit !== null && lasted >= limit && putOff.times >= leastRefusals)
    return {
      kind: 'failed',
      code,
      reason: `Temporarily refused for ${Math.floor(lasted / hour)} hours. ${reason}`,
      evidence,
    }
  const seconds = mayChangeSender ? changePauseSeconds : secondsToNext(outcome, times, random)
  return { kind: 'waits', code, reason, evidence, seconds }
}

/**
 * Returns the seconds until the next retry. A pause of our own is shortened by up to half at random, so that
 * retries do not come all at once.
 */
function secondsToNext({ scope, seconds }: PutOffOutcome, times: number, random: number): number {
  const own = pauseSeconds(times) * (0.5 + random / 2)
  const named = seconds === null ? null : Math.min(Math.max(seconds, 1), day)
  if (named === null) return own
  return scope === 'recipient' ? Math.max(named, own) : named
}

/** Returns whether no server took the message. The message then goes back to the sender's daily budget. */
export function isRefundedToBudget(outcome: SendOutcome): boolean {
  if (outcome.kind === 'failed') return outcome.code === 'MESSAGE_NOT_SENDABLE'
  return outcome.kind === 'putOff' || outcome.kind === 'waits' || outcome.kind === 'transient'
}
