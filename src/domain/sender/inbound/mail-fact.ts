import { normalizedEmail } from '../../email-address.ts'
import type { MailContent } from '../message/mail-content.ts'
import { absentUntil } from './absence.ts'
import { isAuthenticated, isOfServer, mayReportOn, type ReadMailbox } from './authentication.ts'
import { isAutomatic, isOfList } from './automatic-mail.ts'
import { type InboundFact, shortTextOf } from './inbound-fact.ts'
import { type IncomingMail, messageIdsIn } from './incoming-mail.ts'
import { asksToStop } from './opt-out-words.ts'
import { reportIn } from './report/delivery-report.ts'
import { isReport } from './report/report-signs.ts'

/**
 * Returns the reaction to a sent message, such as a reply or bounce, that a mail in a sender's mailbox reports.
 * Returns null for the sender's own mail, list mail and reports on other things.
 */
export function inboundFactIn(mail: IncomingMail, mailbox: ReadMailbox): InboundFact | null {
  const { email: mailboxAddress, host } = mailbox
  const from = mail.from === null ? null : normalizedEmail(mail.from)
  if (from !== null && from === normalizedEmail(mailboxAddress)) return null
  const { providerId, providerThread, receivedAt: at } = mail
  const [messageId = null] = messageIdsIn(mail.headers.get('message-id'))
  const common = {
    at,
    messageId: messageId ?? providerId,
    until: null,
    asksToStop: false,
    status: null,
    serverResponse: null,
    mail: { content: contentOf(mail), messageId, providerId },
  }
  const isVouched = isAuthenticated(mail, mailbox)
  const voucherFor = (address: string | undefined) =>
    isVouched && address !== undefined && mayReportOn(mail, address) ? 'authentication' : null
  // Identifies the mail by its Message-ID if it has one, because each provider has its own id for the same
  // mail. Otherwise the key names the mailbox, because IMAP servers number the mails of each mailbox from 1.
  const inMailbox = () =>
    `${providerId ?? `${at.getTime()} ${from} ${mail.subject}`} in ${mailboxAddress} ${host ?? mailbox.kind}`
  const key = `mail ${messageId ?? inMailbox()}`

  if (isReport(mail)) {
    const report = reportIn(mail)
    if (report === null) return null
    const { kind, status, messageIds, addresses } = report
    // Trusts an authenticated delivery report only about an address in the domain of the reporting server, and
    // only about the first address in the report.
    const answers = { messageIds, providerId: null, providerThread, addresses }
    return {
      ...common,
      key: keyOfReport(kind, messageIds, key),
      voucher: isOfServer(mail) ? voucherFor(addresses[0]) : null,
      kind,
      status,
      serverResponse: shortTextOf(report.serverResponse),
      answers,
    }
  }
  const answered = [
    ...messageIdsIn(mail.headers.get('in-reply-to')),
    ...messageIdsIn(mail.headers.get('references')).toReversed(),
  ]
  const messageIds = [...new Set(answered)]
  const answers = { messageIds, providerId: null, providerThread, addresses: from === null ? [] : [from] }
  const voucher = voucherFor(from ?? undefined)
  if (isAutomatic(mail)) {
    if (isOfList(mail) && messageIds.length === 0) return null
    return {
      ...common,
      key,
      voucher,
      kind: 'autoReply',
      until: absentUntil(`${mail.subject}\n${mail.text}`, at),
      answers,
    }
  }
  if (isOfList(mail) && messageIds.length === 0) return null
  return { ...common, key, voucher, kind: 'reply', asksToStop: asksToStop(mail), answers }
}

/** Returns the parts of a mail that its thread shows. */
function contentOf({ from, subject, text, body }: IncomingMail): MailContent {
  const { authorName = '', to = [], html = null, attachments = [], isTruncated = false } = body ?? {}
  const author = from !== null && authorName !== '' ? `${authorName} <${from}>` : from
  return { from: author, to, subject, text, html, attachments, isTruncated }
}

/**
 * Returns the key of a delivery report. All reports of one kind about one message share a key, so that a
 * bounce counts once.
 */
export function keyOfReport(
  kind: InboundFact['kind'],
  messageIds: readonly string[],
  otherwise: string,
): string {
  const [messageId] = messageIds
  return messageId === undefined ? otherwise : `${kind} of ${messageId}`
}
