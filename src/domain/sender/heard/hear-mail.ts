import { normalizedEmail } from '../../email-address.ts'
import { absentUntil } from './absence.ts'
import { isAuthenticated, isOfServer, mayTellOf, type ReadMailbox } from './authentication.ts'
import { isAutomatic, isOfList } from './automatic-mail.ts'
import { reportIn } from './delivery-report.ts'
import { type Heard, wordsOf } from './heard.ts'
import { type IncomingMail, idsIn } from './incoming-mail.ts'
import { isReport } from './report-signs.ts'

/**
 * What a mail in a sender's mailbox says. Null for what says nothing of a message: what the sender wrote itself, lists,
 * reports of something else.
 */
export function hearMail(mail: IncomingMail, mailbox: ReadMailbox): Heard | null {
  const { address: own } = mailbox
  const from = mail.from === null ? null : normalizedEmail(mail.from)
  if (from !== null && from === normalizedEmail(own)) return null
  const { providerId, providerThread, receivedAt: at } = mail
  const [messageId = null] = idsIn(mail.headers.get('message-id'))
  const heard = { at, messageId: messageId ?? providerId, until: null, status: null, words: null }
  const isVouched = isAuthenticated(mail, mailbox)
  const voucherFor = (address: string | undefined) =>
    isVouched && address !== undefined && mayTellOf(mail, address) ? 'authentication' : null
  // Each provider tells of the same mail by another name.
  const key = `mail ${messageId ?? providerId ?? `${at.getTime()} ${from} ${mail.subject}`}`

  if (isReport(mail)) {
    const report = reportIn(mail)
    if (report === null) return null
    const { kind, status, messageIds, addresses } = report
    // A server speaks for its own addresses alone, and so for the first of them that the report names.
    const answers = { messageIds, providerId: null, providerThread, addresses }
    return {
      ...heard,
      key: keyOfReport(kind, messageIds, key),
      voucher: isOfServer(mail) ? voucherFor(addresses[0]) : null,
      kind,
      status,
      words: wordsOf(report.words),
      answers,
    }
  }
  const answered = [
    ...idsIn(mail.headers.get('in-reply-to')),
    ...idsIn(mail.headers.get('references')).toReversed(),
  ]
  const messageIds = [...new Set(answered)]
  const answers = { messageIds, providerId: null, providerThread, addresses: from === null ? [] : [from] }
  const voucher = voucherFor(from ?? undefined)
  if (isAutomatic(mail)) {
    if (isOfList(mail) && messageIds.length === 0) return null
    return {
      ...heard,
      key,
      voucher,
      kind: 'autoReply',
      until: absentUntil(`${mail.subject}\n${mail.text}`, at),
      answers,
    }
  }
  if (isOfList(mail) && messageIds.length === 0) return null
  return { ...heard, key, voucher, kind: 'reply', answers }
}

/** A message bounces once, whoever tells of it, and however often. */
export function keyOfReport(kind: Heard['kind'], messageIds: readonly string[], otherwise: string): string {
  const [messageId] = messageIds
  return messageId === undefined ? otherwise : `${kind} of ${messageId}`
}
