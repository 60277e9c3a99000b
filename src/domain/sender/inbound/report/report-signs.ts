import type { IncomingMail } from '../incoming-mail.ts'
import { ownWordsOf } from '../own-words.ts'
import { saysDeliveryFailed } from './failure-words.ts'

/** Sender addresses and names that only mail servers use. Mail from them is a delivery report. */
const daemons =
  /(?:^|[<"\s])(?:mailer[-_ ]?daemon|mail[-_. ]?daemon|mdaemon|microsoftexchange[\da-f]{6,})(?:@|[">\s]|$)|mail delivery (?:sub)?system|mail\.delivery\.system|internet mail delivery|mail administrator/i

/**
 * Sender addresses that mail servers use, such as `postmaster@`, but that people and mailing lists use too.
 */
const maybeDaemons =
  /^(?:post[-_]?master|"?system administrator"?|bounces?|no[-_]?reply|do-?not-?reply|sysadmin|system|admin|mail(?:er)?|root|[\w.-]+-(?:admin|bounces?))(?:[+@=]|$)/i

/** Addresses that nearly always belong to a server. A report from another one needs the words of a server. */
const nearlyDaemons = /^(?:post[-_]?master|"?system administrator"?)@/i

const subjects =
  /undeliver|un ?zustellbar|unable to deliver|not (?:be )?delivered|delivery (?:status|failure|failed|has failed|incomplete|error|problem|report|delayed|notification)|delayed mail|mail delivery|mail system error|mail failure|mail failed|mail could not|failure (?:notice|delivery)|failed (?:delivery|mail)|fail(?:ed|ure) to deliver|returned (?:mail|to sender|message)|returning (?:mail|message|to sender)|error sending your mail|non (?:remis|distribu|recapita)|non remise|échec (?:de|d'|de la) ?(?:la )?(?:remise|distribution|livraison)|no se puede entregar|no entregado|error de entrega|mancat[ao] (?:recapito|consegna)|message not delivered|could not be delivered|warning: (?:message|could not send)|message (?:delayed|delivery)|nicht zugestellt|zustellung|onbestelbaar|bestellen mislukt|niet bezorgd|nie dostarczon|niedoręczon|kunde inte levereras|kan ikke leveres|kunne ikke leveres|nedoručen|kézbesíthetetlen|iletilemedi|teslim edilemedi|не доставлено|недостав|配信(?:不能|エラー|失敗)|メールエラー|送信エラー|配送不能|退信|无法投递|投递失败|系统退信|無法投遞|投遞失敗|전송 ?실패|반송|배달 ?실패/i

const replyLine = /(?:^|[\s:<("])[45](?:\d\d[\s:-]|\.\d{1,3}\.\d{1,3}\b)/m
const quotedHeaders = /^[ \t>|]*(?:message-id|received|return-path|subject|from|to|date):\s*\S/im

/** Matches an answer of a mail server in words that people do not use. A number such as "550" alone is not enough. */
const serverAnswer =
  /(?:^|[\s:<("#'])[45]\.\d{1,3}\.\d{1,3}\b|\brcpt to\b|\bsmtp\b.{0,200}\b[45]\d\d\b|(?:host|server)\b.{0,80}\bsaid\b|^[ \t>|]*(?:message-id|received|return-path):\s*\S/im

const forwarded = /^\s*(?:\[[^\]]{0,40}\]\s*)?(?:fwd?|wg|tr|rv|enc|i|doorst|vb|vs|pd|转发|轉寄|転送)\s*[:：]/i

/** Returns whether a mail is a mail server's delivery report, by RFC 3464 or any of the older forms. */
export function isReport(mail: IncomingMail): boolean {
  const { headers, reportParts: parts } = mail
  if (/^multipart\/report\b/i.test(headers.get('content-type') ?? '')) return true
  if (headers.has('x-failed-recipients')) return true
  if (
    parts.some(
      ({ type, isNested }) =>
        !isNested && /^message\/(?:global-)?delivery-status$|^message\/feedback-report$/i.test(type),
    )
  )
    return true
  return isJunkReport(mail) || isOfDaemon(mail) || isMaybeReport(mail)
}

/**
 * Returns whether a mail is a complaint from Microsoft's Junk Mail Reporting Program, which has no report
 * part.
 */
export const isJunkReport = ({ from, subject }: IncomingMail): boolean =>
  from?.toLowerCase() === 'staff@hotmail.com' && /^complaint about message from/i.test(subject)

/** Returns whether a mail daemon wrote a mail. All mail of a daemon counts as a delivery report. */
function isOfDaemon({ from, headers }: IncomingMail): boolean {
  return daemons.test(`${from ?? ''} ${headers.get('from') ?? ''}`)
}

/**
 * Returns whether a mail that no mail daemon wrote is a delivery report. Its subject and text must both be typical
 * of a report; how typical depends on the address, because people use most of these addresses too.
 */
function isMaybeReport(mail: IncomingMail): boolean {
  const { from, subject, text, headers } = mail
  const isFromNobody = headers.get('return-path')?.trim() === '<>' || from === null
  const isAutomatic = /^auto-/i.test(headers.get('auto-submitted')?.trim() ?? '')
  const isNearlyDaemon = nearlyDaemons.test(from ?? '')
  if (!isFromNobody && !isAutomatic && !isNearlyDaemon) return isReportOfGateway(mail)
  const saysSo = saysDeliveryFailed(text) || replyLine.test(text)
  if (
    /^\s*(?:undeliver|mail delivery|delivery (?:status|failure)|failure notice|returned mail|mail system error)/i.test(
      subject,
    )
  )
    return saysSo || isFromNobody || isNearlyDaemon
  if (subjects.test(subject)) return saysSo
  if (!saysDeliveryFailed(text)) return false
  if (hasOriginal(mail)) return true
  // A delivery report that reuses the subject of the original message is recognized by the server answer or
  // the headers that it quotes.
  const [hasAnswer, hasHeaders] = [replyLine.test(text), quotedHeaders.test(text)]
  return isFromNobody ? hasAnswer || hasHeaders : hasAnswer && hasHeaders
}

/**
 * Returns whether a mail from an address such as `no-reply@` or from a gateway with an address of its own is a
 * delivery report. People write with such subjects about parcels and about bounces, so the words before any
 * quoted text must be those of a server, and the mail must not answer or forward another one.
 */
function isReportOfGateway(mail: IncomingMail): boolean {
  const { from, subject, headers } = mail
  if (!subjects.test(subject) || forwarded.test(subject)) return false
  const noticeText = ownWordsOf(mail.text)
  if (!saysDeliveryFailed(noticeText)) return false
  const isOfServer = serverAnswer.test(mail.text) || hasOriginal(mail)
  if (maybeDaemons.test(from ?? '')) return isOfServer
  const isAnswer = headers.has('in-reply-to') || headers.has('references')
  return !isAnswer && (isOfServer || /^[ \t*<]{0,8}[^\s@<>]{1,64}@[^\s@<>]{3,255}>?[ \t]*$/m.test(noticeText))
}

/** Returns whether a mail has another mail or its headers as a part, as a delivery report has the original message. */
const hasOriginal = ({ reportParts: parts }: IncomingMail): boolean =>
  parts.some(({ type }) => /^(?:message\/(?:rfc822|global)(?:-headers)?|text\/rfc822-headers)$/i.test(type))

/** Returns whether a delivery report in plain text says that the server is still trying to deliver. */
export const reportsDelay = ({ subject, text }: IncomingMail): boolean =>
  /delay|warning|still (?:trying|being)|verzögert|retard|ritard/i.test(subject) ||
  /will (?:continue to )?(?:be retried|retry|keep trying|try again)|has not yet been delivered|no action is required|this is a warning message only/i.test(
    text.slice(0, 3_000),
  )
