import { addressesIn } from '../../../text/addresses-in-text.ts'
import type { RefusalStage } from '../../refusal/refusal.ts'

const maxOwnLength = 8_000
const maxWords = 2_000

/** Matches the line after which a delivery report quotes the original message. */
const divider =
  /^(?:[ \t]{0,20}[-=*_<>]{2}[^\n]{0,200}(?:original message|copy of|forwarded message|returned (?:message|mail)|unsent message|message header|header of the|your message)[^\n]*|(?:original message(?: follows| headers?)?|message headers? follow|your (?:original )?message (?:follows|is below)|below this line is a copy)[^\n]*|(?:return-path|received|dkim-signature|x-received|message-id|mime-version):[^\n]*)$/im

/** Returns the own text of a delivery report, without the quoted original message. */
export function ownText(text: string): string {
  const whole = text.slice(0, 4 * maxOwnLength)
  const at = whole.search(divider)
  return (at === -1 ? whole : whole.slice(0, at)).slice(0, maxOwnLength)
}

const codeLine = /(?:^|[\s:<("'#])(?:[45]\d\d(?:[\s:;,)'"-]|$)|#?[45]\.\d{1,3}\.\d{1,3}(?![\d.]))/

/** Returns the lines of server answers that the text of a delivery report quotes; empty if it quotes none. */
function quotedAnswers(noticeText: string): string {
  const answerLines: string[] = []
  let left = 0
  for (const line of noticeText.split(/\r?\n/)) {
    // Ignores lines that begin as dates or Message-IDs do, because numbers of three digits in them are no SMTP
    // status codes.
    if (codeLine.test(line) && !/^\s*(?:date|sent|message-id|received|arrival)\b/i.test(line)) left = 5
    else if (line.trim() === '') left = 0
    if (left-- > 0) answerLines.push(line)
  }
  return answerLines.join('\n').trim()
}

export const quotesAnswer = (noticeText: string): boolean => quotedAnswers(noticeText) !== ''

/**
 * Returns the server answers that the text of a delivery report quotes, or the whole text if it quotes none.
 */
export function answersIn(noticeText: string): string {
  return (quotedAnswers(noticeText) || noticeText).slice(0, maxWords)
}

/** Matches words before the address that a report is about. At most two line ends may be between them. */
const beforeRecipient = [
  /\bRCPT TO: ?<?$/i,
  /(?:final|original)-recipient: ?(?:rfc822|smtp); ?<?$/i,
  /(?:\b(?:recipients?|delivered to|deliver (?:it )?to|addressed to|message to|reach|address(?:es)?|addressee|user|userid|failed|errors?|empfänger|adresse|destinataires?|destinat[aá]rios?|destinatari[oa]?|ontvangers?|odbiorc\p{L}*|mottagare|modtagere?|mottaker|vastaanottaja\p{L}*|příjem\p{L}*|címzett\p{L}*|alıcı\p{L}*)|получател\p{L}*|адрес\p{L}*|одержувач\p{L}*|宛先|宛て|あて先|受信者|アドレス|收件人|收件者|地址|수신자|받는 ?사람|주소)[^\n<>@]{0,60}:?[ ]?\n?[ ]?\n?[ ]?["'<]?$/iu,
] as const

/** Matches words before an address that the returned message came from, or to which a person may turn. */
const beforeOther =
  /\b(?:from|sender|sent by|reply-?to|return-path|contact|postmaster|administrator|help ?desk|support)\b[^\n@]{0,30}$/i

/** Matches the beginning of a line before an address that stands alone, such as an item of a list. */
const lineBegin = /(?:^|\n)[ >*•·-]{0,8}$/
const lineEnd = /^>?[ ]?[:.,;]?[ ]?(?:\n|$)/

/** Returns the addresses that a delivery report in plain text names, likeliest first. */
export function recipientsIn(noticeText: string): readonly string[] {
  // Collapses runs of spaces in the report first, so that the text before an address is short.
  const text = noticeText.replaceAll('\r', '').replaceAll(/[ \t]+/g, ' ')
  const named = addressesIn(text).map(({ address, start, end }) => {
    const before = text.slice(Math.max(0, start - 120), start)
    return { address, before, after: text.slice(end, end + 4) }
  })
  const likely = named.filter(({ before }) => !beforeOther.test(before))
  const ways: readonly ((one: (typeof named)[number]) => boolean)[] = [
    ...beforeRecipient.map(
      (words) =>
        ({ before }: (typeof named)[number]) =>
          words.test(before),
    ),
    ({ before, after }) => /(?:^|\n) ?<$/.test(before) && after.startsWith('>'),
    ({ before, after }) => lineBegin.test(before.replace(/<$/, '')) && lineEnd.test(after),
    ({ before, after }) => before.endsWith('<') && after.startsWith('>'),
    ({ before, after }) => lineBegin.test(before) && /^[ :,;]/.test(after),
    ({ address }) => likely.every((other) => other.address === address),
  ]
  const recipients = ways.flatMap((isSo) => likely.find(isSo)?.address ?? [])
  return [...new Set(recipients)]
}

/**
 * Returns the SMTP command that was refused, from the text of a delivery report in the notations of Postfix,
 * Exim, sendmail and others.
 */
export function stageIn(whole: string): RefusalStage | null {
  const text = whole.slice(0, 4 * maxOwnLength)
  // A sendmail server that sends several commands at once reports the refusal of RCPT after DATA. The words of
  // the answer therefore decide which command was refused.
  if (/<<<[ \t]{0,20}5\d\d[^\n]{0,200}(?:valid recipient|need rcpt|no recipient)/i.test(text))
    return 'recipient'
  const [, command] =
    />>>[ \t]{0,20}(\w{1,20}\b|\.)[^\n]{0,600}\n(?:[ \t]{0,20}\n)?[ \t]{0,20}<<<[ \t]{0,20}[45]\d\d/.exec(
      text,
    ) ?? []
  const named =
    command ??
    /(?:in reply to|after|response to|reply to|for)\s+(?:the\s+)?(?:end of )?(DATA|TEXT|MAIL FROM|RCPT TO|HELO|EHLO|initial connection)\b/i.exec(
      text,
    )?.[1] ??
    /(?:SMTP error from remote (?:mail )?server (?:after|for) )(initial connection|HELO|MAIL|RCPT|end of data|DATA|TEXT)/i.exec(
      text,
    )?.[1]
  if (named === undefined) return null
  if (/^rcpt/i.test(named)) return 'recipient'
  if (/^mail/i.test(named)) return 'sender'
  return /^(?:data|text|end of data|\.)/i.test(named) ? 'data' : 'connection'
}
