import type { InboundFact, InboundFactKind } from '../../../../src/domain/sender/inbound/inbound-fact.ts'
import type { InboundFactOutcome } from '../../../../src/ports/sender/inbound/inbound-fact-store.ts'
import { InboundFactProcessor } from '../../../../src/use-cases/sender/inbound/inbound-fact-processor.ts'
import type { ReplyProof } from '../../model/mail/replies.ts'
import type { Sent } from '../../model/sent.ts'
import type { Ended, Simulation } from '../../run/simulation.ts'

interface ReplyForm {
  readonly asksToStop?: boolean
  /** The proof that the reply is about the message; the id of the message if it is left out. */
  readonly proof?: ReplyProof
  /** The time at which the mailbox received the reply; now if it is left out. */
  readonly at?: Date
}

/** Lets a simulated person reply to a message, and notes the reply if it may stop recipients. */
export async function replyTo(
  simulation: Simulation,
  message: Sent,
  { asksToStop = false, proof = 'id', at = simulation.clock.now() }: ReplyForm = {},
): Promise<Ended<InboundFactOutcome | null>> {
  const { model, demo, clock } = simulation
  const { address, step, jobId, recordId } = message
  const fact = {
    ...factOn(message, 'reply', at),
    // A person may reply to a message twice. The service takes a mail with the same key for a repeat.
    key: `reply to ${message.messageId} at ${clock.now().getTime()}${asksToStop ? ', asks to stop' : ''}`,
    asksToStop,
    ...(proof === 'id' ? {} : withoutId(address, proof)),
  }
  // The service does not know whose reply it is if it has erased the person since the message.
  const isErased = model.erasureOf(message, Infinity) >= message.moment
  const isKnown = !isErased && (await isInContacts(simulation, message))
  const mayCount = proof === 'id' || (proof === 'author' && wasWrittenTo(simulation, address, at))
  const begun = model.moments.next()
  const words = `${proof === 'none' ? 'an unproven' : 'a'} reply of ${address} to ${step}${asksToStop ? ', for no more mail' : ''}${at < clock.now() ? `, received ${at.toISOString()}` : ''}`
  const ended = await simulation.call(words, (api) =>
    api.get(InboundFactProcessor).process({ organizationId: demo.organizationId, senderId: null, fact }),
  )
  const of = { address, jobId, recordId, begun, ended: model.moments.next(), asksToStop }
  const namesMessage = proof === 'id'
  // The service takes a second reply of the same author for a repeat, and answers with null.
  const isProcessed = ended.kind === 'answered' && ended.value !== null && ended.value !== 'nobody'
  if (mayCount && ended.kind !== 'refused')
    model.replies.add({ ...of, isProcessed, namesMessage, isOfKnownPerson: !namesMessage || isKnown })
  return ended
}

/** Returns the parts of a fact that nothing but an address connects with its message. */
function withoutId(address: string, proof: ReplyProof): Pick<InboundFact, 'answers' | 'voucher'> {
  return {
    answers: { messageIds: [], providerId: null, providerThread: null, addresses: [address] },
    voucher: proof === 'author' ? 'authentication' : null,
  }
}

/**
 * Returns whether an address may have got a message before a mail from it was received. Tolerates a second. After a
 * restore, messages that may have been sent since the backup count as sent.
 */
function wasWrittenTo({ model }: Simulation, address: string, at: Date): boolean {
  if (model.restoredAt !== null) return true
  return model.sent.all.some((one) => one.address === address && one.at.getTime() <= at.getTime() + 1_000)
}

/**
 * Returns whether the service knows that it has written a message to this person. A backup that was restored may be
 * older than the message.
 */
export async function isInContacts(
  { rows, demo }: Simulation,
  { address, recordId }: Pick<Sent, 'address' | 'recordId'>,
): Promise<boolean> {
  const contacts = await rows(
    'select from sent_emails where organization_id = $1 and address = $2 and record_id = $3',
    [demo.organizationId, address, recordId],
  )
  return contacts.length > 0
}

/** Returns a reaction to a message as a mail provider reports it, with a proof. */
export function factOn({ address, messageId }: Sent, kind: InboundFactKind, at: Date): InboundFact {
  const messageIds = messageId === null ? [] : [messageId]
  return {
    kind,
    key: `${kind} to ${messageId}`,
    at,
    messageId: null,
    answers: { messageIds, providerId: null, providerThread: null, addresses: [address] },
    voucher: 'provider',
    asksToStop: false,
    until: null,
    status: kind === 'hardBounce' ? '5.1.1' : null,
    serverResponse: null,
  }
}
