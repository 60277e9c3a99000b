import { normalizedEmail } from '../../email-address.ts'
import { cutText, storableText } from '../../text/storable-text.ts'
import { judgeRefusal } from '../refusal/refusal.ts'
import { absentUntil } from './absence.ts'
import { type InboundFact, type InboundFactKind, shortTextOf } from './inbound-fact.ts'

const kinds: Readonly<Record<string, InboundFactKind>> = {
  HardBounce: 'hardBounce',
  BadEmailAddress: 'hardBounce',
  SpamComplaint: 'complaint',
  AutoResponder: 'autoReply',
  SoftBounce: 'softBounce',
  Transient: 'softBounce',
  DnsError: 'softBounce',
  Blocked: 'refusal',
  SpamNotification: 'refusal',
  DMARCPolicy: 'refusal',
}

/**
 * Returns the reactions to sent messages, such as bounces, that an event of Postmark reports; none if the event
 * has an unknown form.
 */
export function factsOfPostmark(
  event: Readonly<Record<string, unknown>>,
  receivedAt: Date,
): readonly InboundFact[] {
  const record = text(event['RecordType'])
  const named =
    record === 'SpamComplaint'
      ? 'complaint'
      : record === 'Bounce'
        ? kinds[text(event['Type']) ?? '']
        : undefined
  // Postmark also calls a refusal of the sender a hard bounce. The server's answer distinguishes a refusal
  // from a missing mailbox.
  const isOfSender =
    judgeRefusal({ status: null, serverResponse: text(event['Details']) ?? '', stage: null }).cause ===
    'sender'
  const kind = named === 'hardBounce' && isOfSender ? 'refusal' : named
  const address = normalizedEmail(text(event['Email']) ?? '')
  if (kind === undefined || address === null) return []
  const bouncedAt = new Date(text(event['BouncedAt']) ?? Number.NaN)
  const at = Number.isNaN(bouncedAt.getTime()) ? receivedAt : bouncedAt
  const providerId = text(event['MessageID'])
  const serverResponse = text(event['Details']) ?? text(event['Description'])
  return [
    {
      kind,
      key: `postmark ${kind} ${providerId} ${address}`,
      at,
      messageId: providerId,
      answers: { messageIds: [], providerId, providerThread: null, addresses: [address] },
      voucher: 'provider',
      asksToStop: false,
      until: kind === 'autoReply' ? absentUntil(serverResponse ?? '', at) : null,
      status: null,
      serverResponse: serverResponse === null ? null : shortTextOf(serverResponse),
    },
  ]
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? cutText(storableText(value), 2_000) : null
}
