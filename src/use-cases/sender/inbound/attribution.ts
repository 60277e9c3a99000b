import { timeOfId } from '../../../domain/id.ts'
import type { InboundFact } from '../../../domain/sender/inbound/inbound-fact.ts'
import type { MessagePlace, MessageTokens } from '../../../ports/sender/message/message-tokens.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

export interface ReceivedInboundFact {
  readonly organizationId: string
  /**
   * The sender whose mailbox received the reply or bounce; null for an event that a mail provider posted,
   * which may be about any sender.
   */
  readonly senderId: string | null
  readonly fact: InboundFact
}

/**
 * The number of days after a message within which a reply without a message id is attributed to it by the
 * e-mail address.
 */
const addressDays = 30
/** The time in milliseconds by which a mail server rounds the receipt of a mail down. */
const receiptToleranceMs = 999
/** The longest time in milliseconds between the id of a job and its commit, with the difference of clocks. */
const maxCommitMs = 60_000
const dayMs = 24 * 60 * 60 * 1000

/**
 * How it is known which message a reply or bounce is about. `id`: by a secret message id or the provider's
 * word. `conversation`: by the provider's conversation. `authentication`: its verified author is the
 * message's recipient. `none`: unproven.
 */
export type Proof = 'id' | 'conversation' | 'authentication' | 'none'

/** The message that a reply, bounce or complaint is about, and the address to which it was sent, if known. */
export interface Attributed {
  readonly place: MessagePlace
  readonly address: string | null
  readonly proof: Proof
}

/**
 * Finds the message of a reply or bounce: by an id of this service or the provider, then by the provider's
 * conversation, then by the address.
 */
export async function attribute(
  tx: Transaction,
  { messageTokens, now: at }: { readonly messageTokens: MessageTokens; readonly now: Date },
  command: ReceivedInboundFact,
): Promise<Attributed | null> {
  const { organizationId, senderId, fact } = command
  const { voucher } = fact
  const { messageIds, addresses } = fact.answers
  for (const messageId of messageIds) {
    const place = messageTokens.placeOf(messageId)
    if (place === null) continue
    const ownerId = await tx.inboundFacts.organizationOfJob(place.jobId)
    // Uses the other ways of attribution if a restore lost the job. Its messages were sent, and the person who
    // replies to one of them is a recipient in doubt of another job.
    if (ownerId === null && (await wasLost(tx, place.jobId))) continue
    // Ignores a reply or bounce to a message of another organization, which the signed message id reveals, and
    // to a test message, which belongs to no job.
    if (ownerId !== organizationId) return null
    return { place, address: await addressOf(tx, organizationId, addresses, place), proof: 'id' }
  }
  const under = await tx.inboundFacts.sentUnder(organizationId, messageIds)
  if (under !== null)
    return { place: under, address: await addressOf(tx, organizationId, addresses, under), proof: 'id' }
  const sent = await tx.inboundFacts.sentAs(organizationId, senderId, fact.answers)
  if (sent !== null) {
    const { isExact, ...place } = sent
    const proof = isExact || voucher === 'provider' ? 'id' : 'conversation'
    return { place, address: await addressOf(tx, organizationId, addresses, place), proof }
  }
  const now = at.getTime()
  const since = new Date(now - addressDays * dayMs)
  // A mail that was received before a message is no reply to it. It may be the mail because of which the person
  // became a record.
  const until = new Date(fact.kind === 'reply' ? fact.at.getTime() + receiptToleranceMs : now)
  for (const address of addresses) {
    const place = await tx.inboundFacts.lastWrittenTo(organizationId, address, { since, until })
    if (place === null) continue
    if (voucher === 'provider') return { place, address, proof: 'id' }
    // Trusts only the first address, the author's, because the receiving mail server has authenticated no
    // other.
    const isVouched = voucher === 'authentication' && address === addresses[0]
    return { place, address, proof: isVouched ? 'authentication' : 'none' }
  }
  return null
}

/**
 * Returns whether a restore of the database lost a job. The time in the job's id may be earlier than the moment
 * of the backup, because the id is made before the commit, and by another clock.
 */
async function wasLost(tx: Transaction, jobId: string): Promise<boolean> {
  const madeAt = timeOfId(jobId)
  return await tx.inboundFacts.wasLostByRestore(madeAt, new Date(madeAt.getTime() + maxCommitMs))
}

/**
 * Returns the first address in the report to which messages for this recipient were sent; null if there is
 * none.
 */
async function addressOf(
  tx: Transaction,
  organizationId: string,
  addresses: readonly string[],
  place: MessagePlace,
): Promise<string | null> {
  for (const address of addresses)
    if (await tx.inboundFacts.wentTo(organizationId, address, place)) return address
  return null
}
