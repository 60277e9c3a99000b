import { chooseSender, evidenceOfWait } from '../../../../domain/job/sending/choose-sender.ts'
import type { Verdict } from '../../../../domain/job/sending/contact-verdict.ts'
import {
  type ChosenSender,
  defaultSenderOf,
  type SenderCandidates,
  type SliceSenders,
} from '../../../../domain/job/sending/sender-candidates.ts'
import { freshBudget, type SenderBudget } from '../../../../domain/job/sending/sending-time.ts'
import type { Sender } from '../../../../domain/sender/sender.ts'
import type { MemoryStore, StoredJob, StoredRecipient } from '../../store.ts'
import { countSent, isPausedFor } from './sender-breakers.ts'
import { keepPoolTimes, poolUse } from './sender-pools.ts'

interface Asked {
  readonly job: StoredJob
  readonly by: SenderCandidates
  /**
   * The sender whose daily budget already counts this message, because it was marked before and is repeated;
   * null for a message that is not marked yet.
   */
  readonly placeOf: string | null
  readonly now: Date
}

/**
 * Chooses the sender for a message and counts the message in the sender's daily budget. If the message has to
 * wait, returns the reason and the time.
 */
export function claimSender(store: MemoryStore, asked: Asked): ChosenSender | Verdict {
  const { job, by, placeOf, now } = asked
  const own = by.own === null ? null : senderOf(store, job.organizationId, by.own)
  const possible =
    own === null ? by.candidates.flatMap((id) => senderOf(store, job.organizationId, id) ?? []) : [own]
  const random = Math.random()
  const paced = possible.map((sender) => {
    const restsUntil = store.senderRests.get(sender.id)?.until ?? null
    const budget = { ...(store.senderBudgets.get(sender.id) ?? freshBudget(sender, now)), restsUntil }
    const isPaused = sender.state !== 'connected' || isPausedFor(store, sender.id, job.spinnerId)
    return { ...sender, budget, isPaused, pool: poolUse(store, sender.poolId, now) }
  })
  const repeated = paced.find(({ id }) => id === placeOf)
  if (repeated !== undefined && !repeated.isPaused) return chosenBy(repeated)
  const asker = { hasBegun: own !== null, hasWaited: by.hasWaited }
  const chosen = chooseSender(
    paced.map((one) => (one === repeated ? { ...one, budget: withoutOne(one.budget) } : one)),
    asker,
    now,
    random,
  )
  if (chosen === null) return { code: 'NO_SENDER', seconds: 900 + 2_700 * random, evidence: {} }
  const { sender, time: turn } = chosen
  store.senderBudgets.set(sender.id, turn.after)
  if (turn.code === null) {
    countSent(store, sender.id, job.spinnerId, now)
    return chosenBy(sender)
  }
  if (turn.code === 'SENDER_POOL_LIMIT' && chosen.pool !== null) keepPoolTimes(store, chosen.pool)
  const seconds = ((turn.until ?? now).getTime() - now.getTime()) / 1000
  return { code: turn.code, seconds, evidence: evidenceOfWait(chosen) }
}

function chosenBy({ id, revision, name, address, replyTo, signature }: Sender): ChosenSender {
  return { id, revision, from: { name, address, replyTo, signature } }
}

/**
 * Returns a sender's daily budget without the message that is to be repeated, because another sender may send
 * it this time.
 */
function withoutOne(budget: SenderBudget): SenderBudget {
  return { ...budget, used: Math.max(budget.used - 1, 0) }
}

/**
 * Returns the organization's default sender, and for each recipient the sender that has written to it, unless it
 * was deleted, and the sender that it waits for. Null if the organization has no senders.
 */
export function sliceSenders(
  store: MemoryStore,
  organizationId: string,
  recipients: Iterable<StoredRecipient>,
): SliceSenders | null {
  const senders = [...store.senders.values()].filter((one) => one.organizationId === organizationId)
  if (senders.length === 0) return null
  const own: Record<string, string> = {}
  const turns: Record<string, string> = {}
  for (const { recordId, senderId, state, evidence } of recipients) {
    if (senderId !== undefined && senderOf(store, organizationId, senderId) !== null) own[recordId] = senderId
    const gave = evidence?.['senderId']
    if (state === 'waiting' && typeof gave === 'string') turns[recordId] = gave
  }
  return { byDefault: defaultSenderOf(senders)?.id ?? null, own, turns }
}

function senderOf(store: MemoryStore, organizationId: string, id: string): Sender | null {
  const sender = store.senders.get(id)
  return sender?.organizationId === organizationId ? sender : null
}
