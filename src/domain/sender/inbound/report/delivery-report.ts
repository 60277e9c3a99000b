import { exactStatus, judgeRefusal, type RefusalStage, type RefusalVerdict } from '../../refusal/refusal.ts'
import { isGeneral } from '../../refusal/status-codes.ts'
import { type IncomingMail, messageIdsIn } from '../incoming-mail.ts'
import {
  addressInField,
  type Fields,
  groupsOf,
  idsOfOriginal,
  normalized,
  partOf,
  toOfOriginal,
} from './report-fields.ts'
import { isJunkReport, reportsDelay } from './report-signs.ts'
import { answersIn, ownText, quotesAnswer, recipientsIn, stageIn } from './text-report.ts'

/** A mail server's report on the delivery of a message, such as a bounce. */
export interface DeliveryReport {
  readonly kind: 'hardBounce' | 'softBounce' | 'refusal' | 'complaint' | 'delivered'
  readonly status: string | null
  readonly serverResponse: string
  readonly messageIds: readonly string[]
  readonly addresses: readonly string[]
}

/** Returns the delivery report in a mail; null for a report of another kind, such as a read receipt. */
export function reportIn(mail: IncomingMail): DeliveryReport | null {
  const feedback = partOf(mail, 'message/feedback-report')
  if (feedback !== null || isJunkReport(mail)) return complaintIn(mail, feedback ?? '')
  const type = mail.headers.get('content-type') ?? ''
  if (/report-type\s*=\s*"?(?:disposition-notification|tlsrpt|mdn)/i.test(type)) return null
  const status = partOf(mail, 'message/delivery-status') ?? partOf(mail, 'message/global-delivery-status')
  return (status === null ? null : statusIn(mail, status)) ?? textIn(mail)
}

function complaintIn(mail: IncomingMail, feedback: string): DeliveryReport | null {
  const [fields = new Map<string, string>()] = groupsOf(feedback)
  if (!/abuse|fraud|virus/i.test(fields.get('feedback-type') ?? 'abuse')) return null
  const addresses = [addressInField(fields.get('original-rcpt-to')), toOfOriginal(mail)]
  return {
    kind: 'complaint',
    status: null,
    serverResponse: fields.get('feedback-type') ?? 'abuse',
    messageIds: idsOfOriginal(mail),
    addresses: normalized(addresses),
  }
}

/**
 * Reads a delivery status (RFC 3464). If it covers several recipients, takes the recipient that the message
 * was addressed to, otherwise the first that failed.
 */
function statusIn(mail: IncomingMail, text: string): DeliveryReport | null {
  const recipientGroups = groupsOf(text).filter(
    (fields) => fields.has('action') || fields.has('final-recipient'),
  )
  const to = normalized([toOfOriginal(mail)])
  const failed = recipientGroups.filter((fields) => /^fail/i.test(actionOf(fields)))
  const fields =
    failed.find((one) => recipientsOf(one).some((address) => to.includes(address))) ??
    failed[0] ??
    recipientGroups[0]
  if (fields === undefined) return null
  const action = actionOf(fields)
  const serverAnswer = fields.get('diagnostic-code')?.replace(/^\s*(?:[\w-]+\s*;\s*)?/, '') ?? ''
  const noticeText = ownText(mail.text)
  const addresses = [
    ...recipientsOf(fields),
    ...to,
    ...normalized([mail.headers.get('x-failed-recipients')?.split(',')[0]]),
  ]
  const messageIds = [...idsOfOriginal(mail), ...quotedIds(mail)]
  const status = fields.get('status') ?? null
  const common = { messageIds: [...new Set(messageIds)], addresses: [...new Set(addresses)] }
  if (/^(?:deliver|relay|expand)/.test(action) || (action === '' && /^\s*2\./.test(status ?? '')))
    return {
      ...common,
      kind: 'delivered',
      status: exactStatus(status, serverAnswer),
      serverResponse: serverAnswer,
    }
  const stage = stageIn(serverAnswer) ?? stageIn(mail.text)
  return { ...common, ...judged(status, serverAnswer, noticeText, stage, action.startsWith('delay')) }
}

/**
 * Reads a delivery report without a delivery status, as servers wrote it before RFC 3464 and some still do.
 */
function textIn(mail: IncomingMail): DeliveryReport {
  const noticeText = ownText(mail.text)
  return {
    ...judged(
      null,
      answersIn(noticeText),
      `${noticeText}\n\n${mail.subject}`,
      stageIn(mail.text),
      reportsDelay(mail),
    ),
    messageIds: [...new Set([...idsOfOriginal(mail), ...quotedIds(mail)])],
    addresses: normalized([
      mail.headers.get('x-failed-recipients')?.split(',')[0],
      ...recipientsIn(noticeText),
      toOfOriginal(mail),
      /^[ \t>]{0,10}to:[ \t]*(.+)$/im.exec(mail.text.slice(noticeText.length))?.[1],
    ]),
  }
}

/**
 * Decides the kind of a delivery report from the server's answer. If the answer does not show the cause, the
 * answers in the report's text are judged too.
 */
function judged(
  status: string | null,
  serverAnswer: string,
  noticeText: string,
  stage: RefusalStage | null,
  isDelayed: boolean,
): Pick<DeliveryReport, 'kind' | 'status' | 'serverResponse'> {
  const serverResponse = serverAnswer.trim() === '' ? answersIn(noticeText) : serverAnswer
  const first =
    statusAlone(status, serverAnswer, noticeText) ?? judgeRefusal({ status, serverResponse, stage })
  const answer =
    first.cause === 'unknown'
      ? judgeRefusal({ status, serverResponse: `${serverResponse}\n${answersIn(noticeText)}`, stage })
      : first
  const { cause, isPermanent } = answer
  const shown = { status: answer.status, serverResponse }
  if (cause === 'mailbox' && isPermanent && !isDelayed) return { ...shown, kind: 'hardBounce' }
  return { ...shown, kind: cause === 'sender' ? 'refusal' : 'softBounce' }
}

/**
 * Judges a report with an exact status of a missing mailbox and without a server's answer; null for other reports.
 * The rest of the text of such a report may be a disclaimer that speaks of viruses.
 */
function statusAlone(status: string | null, serverAnswer: string, noticeText: string): RefusalVerdict | null {
  if (status === null || isGeneral(status) || serverAnswer.trim() !== '' || quotesAnswer(noticeText))
    return null
  const verdict = judgeRefusal({ status, serverResponse: '', stage: null })
  return verdict.cause === 'mailbox' ? verdict : null
}

const actionOf = (fields: Fields): string => fields.get('action')?.trim().toLowerCase() ?? ''

function recipientsOf(fields: Fields): readonly string[] {
  return normalized([
    addressInField(fields.get('original-recipient'), true),
    addressInField(fields.get('final-recipient')),
    addressInField(fields.get('x-actual-recipient')),
  ])
}

/** Returns the Message-IDs of the returned message that the text of a delivery report quotes. */
function quotedIds({ text }: IncomingMail): readonly string[] {
  const quoted = [...text.matchAll(/^[ \t>|]{0,10}message-id:\s{0,3}(<[^<>\s]{1,500}>)/gim)].slice(0, 5)
  return quoted.flatMap(([, id]) => messageIdsIn(id))
}
