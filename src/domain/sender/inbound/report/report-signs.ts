import type { IncomingMail } from '../incoming-mail.ts'

/** Sender addresses and names that only mail servers use. Mail from them is a delivery report. */
const daemons =
  /(?:^|[<"\s])(?:mailer[-_ ]?daemon|mail[-_. ]?daemon|mdaemon|microsoftexchange[\da-f]{6,})(?:@|[">\s]|$)|mail delivery (?:sub)?system|mail\.delivery\.system|internet mail delivery|mail administrator/i

/**
 * Sender addresses that mail servers use, such as `postmaster@`, but that people and mailing lists use too.
 */
const maybeDaemons =
  /^(?:post[-_]?master|bounces?|no-?reply|do-?not-?reply|sysadmin|system|admin|mail(?:er)?|root|[\w.-]+-(?:admin|bounces?))(?:[+@=]|$)/i

const subjects =
  /undeliver|un ?zustellbar|unable to deliver|not (?:be )?delivered|delivery (?:status|failure|failed|has failed|incomplete|error|problem|report|delayed|notification)|delayed mail|mail delivery|mail system error|mail failure|mail failed|mail could not|failure (?:notice|delivery)|failed (?:delivery|mail)|fail(?:ed|ure) to deliver|returned (?:mail|to sender|message)|returning (?:mail|message|to sender)|error sending your mail|non (?:remis|distribu|recapita)|non remise|échec (?:de|d'|de la) ?(?:la )?(?:remise|distribution|livraison)|no se puede entregar|no entregado|error de entrega|mancat[ao] (?:recapito|consegna)|message not delivered|could not be delivered|warning: (?:message|could not send)|message (?:delayed|delivery)|nicht zugestellt|zustellung|onbestelbaar|bestellen mislukt|не доставлено|недостав|配信(?:不能|エラー)|メールエラー|送信エラー|退信|无法投递|投递失败/i

const failureWords =
  /could not be delivered|couldn'?t be delivered|was(?: not|n't) (?:able to be )?delivered|were unable to deliver|unable to deliver|not able to deliver|delivery (?:to the following|has failed|failed|attempt|status)|did not reach the following|have been unable to|had (?:permanent|temporary|transient)? ?(?:fatal |delivery )*errors|returned to (?:the )?sender|no such user|user unknown|unknown user|mailbox (?:unavailable|full)|undeliverable|this is (?:a|the) (?:permanent error|qmail|mail system|postfix)|message that you sent|has not been delivered|cannot be delivered|can't be delivered|sorry to have to inform|não (?:pôde|foi) entreg|no se (?:pudo|ha podido) entregar|konnte nicht zugestellt|n'a pas pu être|non è stato possibile|не может быть доставлено/i

const replyLine = /(?:^|[\s:<("])[45](?:\d\d[\s:-]|\.\d{1,3}\.\d{1,3}\b)/m
const quotedHeaders = /^[ \t>|]*(?:message-id|received|return-path|subject|from|to|date):\s*\S/im

/** Returns whether a mail is a mail server's delivery report, by RFC 3464 or any of the older forms. */
export function isReport(mail: IncomingMail): boolean {
  const { headers, parts } = mail
  if (/^multipart\/report\b/i.test(headers.get('content-type') ?? '')) return true
  if (headers.has('x-failed-recipients')) return true
  if (
    parts.some(({ type }) => /^message\/(?:global-)?delivery-status$|^message\/feedback-report$/i.test(type))
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
 * Returns whether a mail from an address that servers and people use, such as `postmaster@`, is a delivery
 * report. Its subject and text must both be typical of a report.
 */
function isMaybeReport({ from, subject, text, headers }: IncomingMail): boolean {
  const isFromNobody = headers.get('return-path')?.trim() === '<>' || from === null
  const isAutomatic = /^auto-/i.test(headers.get('auto-submitted')?.trim() ?? '')
  if (!isFromNobody && !isAutomatic && !maybeDaemons.test(from ?? '')) return false
  const saysSo = failureWords.test(text) || replyLine.test(text)
  if (
    /^\s*(?:undeliver|mail delivery|delivery (?:status|failure)|failure notice|returned mail|mail system error)/i.test(
      subject,
    )
  )
    return saysSo || isFromNobody || /^post[-_]?master@/i.test(from ?? '')
  if (subjects.test(subject)) return saysSo
  // A delivery report that reuses the subject of the original message is recognized by the server answer or
  // the headers that it quotes.
  return isFromNobody && failureWords.test(text) && (replyLine.test(text) || quotedHeaders.test(text))
}

/** Returns whether a delivery report in plain text says that the server is still trying to deliver. */
export const reportsDelay = ({ subject, text }: IncomingMail): boolean =>
  /delay|warning|still (?:trying|being)|verzögert|retard|ritard/i.test(subject) ||
  /will (?:continue to )?(?:be retried|retry|keep trying|try again)|has not yet been delivered|no action is required|this is a warning message only/i.test(
    text.slice(0, 3_000),
  )
