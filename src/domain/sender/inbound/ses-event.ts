import { normalizedEmail } from '../../email-address.ts'
import { cutText, storableText } from '../../text/storable-text.ts'
import { judgeRefusal, type Refusal } from '../refusal/refusal.ts'
import { type InboundFact, type InboundFactKind, shortTextOf } from './inbound-fact.ts'
import { messageIdsIn } from './incoming-mail.ts'
import { keyOfReport } from './mail-fact.ts'

/**
 * The highest number of recipients that Amazon SES permits for one message; further recipients in an event are
 * ignored.
 */
const maxRecipients = 50

type Fields = Readonly<Record<string, unknown>>

/**
 * Returns the reactions to sent messages, such as bounces, in an event of Amazon SES from an SNS notification;
 * none if the event has an unknown form.
 */
export function factsOfSes(event: unknown, receivedAt: Date): readonly InboundFact[] {
  const fields = fieldsOf(event)
  const kind = text(fields['notificationType']) ?? text(fields['eventType'])
  if (kind === 'Bounce') return bounces(fields, receivedAt)
  if (kind === 'Complaint') return complaints(fields, receivedAt)
  return []
}

function bounces(event: Fields, receivedAt: Date): readonly InboundFact[] {
  const bounce = fieldsOf(event['bounce'])
  const subType = text(bounce['bounceSubType'])
  return listed(bounce['bouncedRecipients']).flatMap((recipient) => {
    const status = text(recipient['status'])
    const serverResponse = text(recipient['diagnosticCode'])?.replace(/^\s*[\w-]+\s*;\s*/, '') ?? subType
    const kind = kindOf(text(bounce['bounceType']), subType, {
      status,
      serverResponse: serverResponse ?? '',
      stage: null,
    })
    return factOf(event, bounce, { kind, recipient, status, serverResponse, receivedAt })
  })
}

/**
 * Returns the kind of a bounce that Amazon reports. Amazon calls refusals of the sender permanent too, so the
 * server's answer decides if there is one.
 */
function kindOf(type: string | null, subType: string | null, refusal: Refusal): InboundFactKind {
  const { cause } = judgeRefusal(refusal)
  if (cause === 'sender' || /^(?:Content|Attachment)Rejected$|^MessageTooLarge$/.test(subType ?? ''))
    return 'refusal'
  const isKnown = cause === 'unavailable' || cause === 'route'
  return type === 'Permanent' && !isKnown ? 'hardBounce' : 'softBounce'
}

function complaints(event: Fields, receivedAt: Date): readonly InboundFact[] {
  const complaint = fieldsOf(event['complaint'])
  const serverResponse = text(complaint['complaintFeedbackType'])
  return listed(complaint['complainedRecipients']).flatMap((recipient) =>
    factOf(event, complaint, { kind: 'complaint', recipient, status: null, serverResponse, receivedAt }),
  )
}

interface Reported {
  readonly kind: InboundFactKind
  readonly recipient: Fields
  readonly status: string | null
  readonly serverResponse: string | null
  readonly receivedAt: Date
}

function factOf(event: Fields, report: Fields, reported: Reported): readonly InboundFact[] {
  const { kind, recipient, status, serverResponse, receivedAt } = reported
  const address = normalizedEmail(
    text(recipient['emailAddress'])?.match(/<([^<>]+)>\s*$/)?.[1] ?? text(recipient['emailAddress']) ?? '',
  )
  if (address === null) return []
  const mail = fieldsOf(event['mail'])
  const providerId = text(mail['messageId'])
  const headers = listed(mail['headers'], 100)
  const original = headers.find((header) => text(header['name'])?.toLowerCase() === 'message-id')
  const messageIds = messageIdsIn(
    text(original?.['value']) ?? text(fieldsOf(mail['commonHeaders'])['messageId']) ?? '',
  )
  const at = new Date(text(report['timestamp']) ?? Number.NaN)
  return [
    {
      kind,
      key: keyOfReport(kind, messageIds, `ses ${kind} ${providerId} ${address}`),
      at: Number.isNaN(at.getTime()) ? receivedAt : at,
      messageId: text(report['feedbackId']) ?? providerId,
      answers: { messageIds, providerId, providerThread: null, addresses: [address] },
      voucher: 'provider',
      asksToStop: false,
      until: null,
      status,
      serverResponse: serverResponse === null ? null : shortTextOf(serverResponse),
    },
  ]
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function listed(value: unknown, most = maxRecipients): readonly Fields[] {
  return Array.isArray(value) ? value.slice(0, most).map(fieldsOf) : []
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? cutText(storableText(value), 2_000) : null
}
