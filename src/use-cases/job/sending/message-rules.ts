import { because } from '../../../domain/job/recipient/reason.ts'
import type { Outcome } from '../../../domain/job/recipient/recipient.ts'
import { suppressionVerdict, withheldBy } from '../../../domain/job/recipient/withheld.ts'
import type { Verdict } from '../../../domain/person/contact-policy.ts'
import type { SuppressionReason } from '../../../domain/person/suppression.ts'
import type { Capacity } from '../../../domain/sender/pacing/capacity.ts'
import { chooseSender, type PossibleSender } from '../../../domain/sender/pacing/choose-sender.ts'
import type { SenderCandidates } from '../../../domain/sender/pacing/sender-candidates.ts'

/** A message that may leave, and all data that the rules check. */
export interface AskedMessage {
  readonly spinnerPausedAt: Date | null
  /**
   * The reason of the suppression; null for an address that is not suppressed, and for a message without an
   * address.
   */
  readonly suppression: SuppressionReason | null
  /** The verdict of the contact rules and the contact policy. */
  readonly contactVerdict: () => Verdict | null
  /** The verdict of the send window, for messages that `prepareRecipient` did not prepare. */
  readonly window: () => Outcome | null
  readonly by: SenderCandidates | null
  readonly senders: readonly PossibleSender[]
  /**
   * Whether the senders' budgets are checked too. A rehearsal forecasts them for its whole audience instead.
   */
  readonly asksBudgets: boolean
  readonly channel: Capacity
  readonly now: Date
}

type MessageRule = (asked: AskedMessage) => Outcome | null

/**
 * All rules that decide whether a message may leave now, in the order in which they are checked.
 * Explanations, rehearsals and previews share this list. The runtime checks the same rules in the statement
 * that marks messages (`settle_and_mark_by_senders`). `test/contracts/person/explained-rules.test.ts`
 * compares the two rule by rule.
 */
const rules: readonly MessageRule[] = [
  refusalOfPausedSpinner,
  refusalOfSuppressedPerson,
  ({ contactVerdict }) => withheldOrNull(contactVerdict()),
  ({ window }) => window(),
  senderCanSend,
  channelTakesMail,
]

/** Returns the outcome of the first rule that refuses the message; null if the message may leave. */
export function refusalOfMessage(asked: AskedMessage): Outcome | null {
  for (const rule of rules) {
    const refusal = rule(asked)
    if (refusal !== null) return refusal
  }
  return null
}

/** Checks whether the spinner is paused. The end of such a wait is unknown. */
export function refusalOfPausedSpinner({
  spinnerPausedAt,
}: Pick<AskedMessage, 'spinnerPausedAt'>): Outcome | null {
  if (spinnerPausedAt === null) return null
  return { kind: 'waits', seconds: 0, ...because('SPINNER_PAUSED', { at: spinnerPausedAt.toISOString() }) }
}

/** Checks whether the person is suppressed. A suppression applies at any time. */
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

/** Fails a message if its channel is known to refuse all messages, without calling the channel. */
function channelTakesMail({ by, channel }: AskedMessage): Outcome | null {
  return by === null && channel.refusal !== undefined ? { kind: 'failed', ...channel.refusal } : null
}

/** Waits that end when somebody does something, so that their end is unknown. */
export const openEndedWaits: ReadonlySet<string> = new Set([
  'SPINNER_PAUSED',
  'ACTIVE_PER_DOMAIN',
  'SENDER_PAUSED',
  'NO_SENDER',
  'WAITS_FOR_CHANGE',
])
