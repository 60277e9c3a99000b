import { because } from '../../../domain/job/recipient/reason.ts'
import type { Outcome } from '../../../domain/job/recipient/recipient.ts'
import { suppressionVerdict, withheldBy } from '../../../domain/job/recipient/withheld.ts'
import type { Verdict } from '../../../domain/person/contact-policy.ts'
import type { SuppressionReason } from '../../../domain/person/suppression.ts'
import type { Capacity } from '../../../domain/sender/pacing/capacity.ts'
import { chooseSender, type PossibleSender } from '../../../domain/sender/pacing/choose-sender.ts'
import type { SenderCandidates } from '../../../domain/sender/pacing/sender-candidates.ts'

/** The data about one message from which the rules decide whether it may be sent now. */
export interface AskedMessage {
  readonly spinnerPausedAt: Date | null
  /**
   * The reason why the address of the message is suppressed. Null if it is not suppressed, or if the message
   * has no address.
   */
  readonly suppression: SuppressionReason | null
  /**
   * Returns the verdict of the contact rules and the contact policy about the message; null if they do not
   * apply.
   */
  readonly contactVerdict: () => Verdict | null
  /**
   * Returns the wait for the send window, for a message that `prepareRecipient` did not prepare; null if it
   * is open.
   */
  readonly window: () => Outcome | null
  readonly by: SenderCandidates | null
  readonly senders: readonly PossibleSender[]
  /**
   * Whether the sending limits of the senders are checked too. A rehearsal forecasts them for its whole
   * audience instead.
   */
  readonly asksBudgets: boolean
  readonly channel: Capacity
  readonly now: Date
}

type MessageRule = (asked: AskedMessage) => Outcome | null

/**
 * All rules that decide whether a message may be sent now, in the order of their checks. Explanations,
 * rehearsals and previews share this list. The runtime checks the same rules in the statement that marks
 * messages (`settle_and_mark_by_senders`). `test/contracts/person/explained-rules.test.ts` compares the two
 * rule by rule.
 */
const rules: readonly MessageRule[] = [
  refusalOfPausedSpinner,
  refusalOfSuppressedPerson,
  ({ contactVerdict }) => withheldOrNull(contactVerdict()),
  ({ window }) => window(),
  senderCanSend,
  channelTakesMail,
]

/** Returns the outcome of the first rule that refuses the message; null if the message may be sent now. */
export function refusalOfMessage(asked: AskedMessage): Outcome | null {
  for (const rule of rules) {
    const refusal = rule(asked)
    if (refusal !== null) return refusal
  }
  return null
}

/** Returns a wait without a known end if the spinner is paused; null if it is not. */
export function refusalOfPausedSpinner({
  spinnerPausedAt,
}: Pick<AskedMessage, 'spinnerPausedAt'>): Outcome | null {
  if (spinnerPausedAt === null) return null
  return { kind: 'waits', seconds: 0, ...because('SPINNER_PAUSED', { at: spinnerPausedAt.toISOString() }) }
}

/** Refuses a message to a suppressed person; returns null if the person is not suppressed. */
export function refusalOfSuppressedPerson({
  suppression,
}: Pick<AskedMessage, 'suppression'>): Outcome | null {
  return suppression === null ? null : withheldBy(suppressionVerdict(suppression))
}

function withheldOrNull(verdict: Verdict | null): Outcome | null {
  return verdict && withheldBy(verdict)
}

function senderCanSend({ by, senders, asksBudgets, now }: AskedMessage): Outcome | null {
  if (by === null) return null
  const own = senders.find(({ id }) => id === by.own)
  const possible = own === undefined ? senders.filter(({ id }) => by.candidates.includes(id)) : [own]
  if (possible.length === 0) return { kind: 'waits', seconds: 0, ...because('NO_SENDER') }
  if (possible.every(({ isPaused }) => isPaused)) {
    const evidence = { senderId: possible[0]?.id ?? '' }
    return { kind: 'waits', seconds: 0, ...because('SENDER_PAUSED', evidence) }
  }
  if (!asksBudgets) return null
  const asker = { hasBegun: own !== undefined, hasWaited: by.hasWaited }
  const chosen = chooseSender(possible, asker, now, 0)
  const { code, until, allowed } = chosen?.time ?? { code: null, until: null, allowed: null }
  if (chosen === null || code === null || until === null) return null
  const limit = code === 'SENDER_DAILY_LIMIT' && allowed !== null ? { limit: allowed } : {}
  const seconds = (until.getTime() - now.getTime()) / 1000
  return { kind: 'waits', seconds, ...because(code, { senderId: chosen.sender.id, ...limit }) }
}

/**
 * Returns a failure if the channel of the message is known to refuse all messages; null otherwise. Does not
 * call the channel.
 */
function channelTakesMail({ by, channel }: AskedMessage): Outcome | null {
  return by === null && channel.refusal !== undefined ? { kind: 'failed', ...channel.refusal } : null
}

/** Reasons of waits without a known end, because they end when a user acts or another job progresses. */
export const openEndedWaits: ReadonlySet<string> = new Set([
  'SPINNER_PAUSED',
  'ACTIVE_PER_DOMAIN',
  'SENDER_PAUSED',
  'NO_SENDER',
  'WAITS_FOR_CHANGE',
])
