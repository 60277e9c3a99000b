import type { SuppressionReason } from '../../contact/suppression.ts'
import { causeOf } from '../../reason.ts'
import type { Outcome } from '../recipient/recipient.ts'
import type { Capacity } from './capacity.ts'
import type { Verdict } from './contact-verdict.ts'
import { type PaceUse, paceTimeAt } from './pace-use.ts'
import { refusalOfWindow, type WindowFacts } from './send-window-check.ts'
import type { SenderCandidates } from './sender-candidates.ts'
import { refusalOfSenders, type SenderFacts } from './sender-check.ts'
import { suppressionVerdict, withheldBy } from './withheld.ts'

/** The data about one message, by the check of "May this message leave now?" that needs it. */
export interface MessageFacts {
  readonly spinner: { readonly spinnerPausedAt: Date | null }
  /** The reason why the address of the message is suppressed; null if it is not. */
  readonly person: { readonly suppression: SuppressionReason | null }
  /**
   * Returns the verdict of the contact rules and the contact policy about the message; null if they permit
   * it. Called only if no earlier check refuses.
   */
  readonly contact: () => Verdict | null
  readonly window: WindowFacts
  /** The pace of the spinner on its present day; null without one. */
  readonly pace: { readonly use: PaceUse | null; readonly now: Date }
  readonly sender: SenderFacts
  readonly channel: { readonly by: SenderCandidates | null; readonly channel: Capacity }
}

/**
 * Makes the checks whose facts are given, in the order of docs/contribute/sending.md, and returns the outcome of the
 * first one that refuses the message. Returns null if no check refuses it.
 *
 * Explanations make all checks. Rehearsals make all but the pace and the budgets of senders, which they forecast. The
 * runtime makes the check of the send window when it prepares a message, and the other checks in the statement
 * that marks it (`settle_and_mark_by_senders`).
 */
export function refusalOfMessage(facts: Partial<MessageFacts>): Outcome | null {
  const { spinner, person, contact, window, pace, sender, channel } = facts
  return (
    (spinner && refusalOfPausedSpinner(spinner)) ??
    (person && refusalOfSuppressedPerson(person)) ??
    (contact && refusalOfContactRules(contact)) ??
    (window && refusalOfWindow(window)) ??
    (pace && refusalOfPace(pace)) ??
    (sender && refusalOfSenders(sender)) ??
    (channel && refusalOfChannel(channel)) ??
    null
  )
}

/** Returns a wait without a known end if the spinner is paused; null if it is not. */
function refusalOfPausedSpinner({ spinnerPausedAt }: MessageFacts['spinner']): Outcome | null {
  if (spinnerPausedAt === null) return null
  return { kind: 'waits', seconds: 0, ...causeOf('SPINNER_PAUSED', { at: spinnerPausedAt.toISOString() }) }
}

function refusalOfSuppressedPerson({ suppression }: MessageFacts['person']): Outcome | null {
  return suppression === null ? null : withheldBy(suppressionVerdict(suppression))
}

function refusalOfContactRules(contact: MessageFacts['contact']): Outcome | null {
  const verdict = contact()
  return verdict && withheldBy(verdict)
}

/** Returns a wait for the pace of the spinner, as for a first message; null if the pace lets it leave now. */
function refusalOfPace({ use, now }: MessageFacts['pace']): Outcome | null {
  if (use === null) return null
  const { until, evidence } = paceTimeAt(use)
  if (until === null) return null
  const seconds = (until.getTime() - now.getTime()) / 1000
  return { kind: 'waits', seconds, ...causeOf('SPINNER_PACE', evidence) }
}

/**
 * Returns a failure if the channel of the message is known to refuse all messages; null otherwise. Does not
 * call the channel.
 */
function refusalOfChannel({ by, channel }: MessageFacts['channel']): Outcome | null {
  return by === null && channel.refusal !== undefined ? { kind: 'failed', ...channel.refusal } : null
}

/** Reasons of waits without a known end, because they end when a user acts or another job progresses. */
export const openEndedWaits: ReadonlySet<string> = new Set([
  'SPINNER_PAUSED',
  'ACTIVE_PER_DOMAIN',
  'SENDER_PAUSED',
  'NO_SENDER',
  'WAITS_FOR_CHANGE',
  'WAITS_FOR_CONDITION',
])
