import type { RefusalStage } from '../refusal/refusal.ts'

const mostOwn = 8_000
const mostWords = 2_000

/** Matches the line after which a delivery report quotes the original message. */
const divider =
  /^(?:[ \t]{0,20}[-=*_<>]{2}[^\n]{0,200}(?:original message|copy of|forwarded message|returned (?:message|mail)|unsent message|message header|header of the|your message)[^\n]*|(?:original message(?: follows| headers?)?|message headers? follow|your (?:original )?message (?:follows|is below)|below this line is a copy)[^\n]*|(?:return-path|received|dkim-signature|x-received|message-id|mime-version):[^\n]*)$/im

/** Returns the own text of a delivery report, without the quoted original message. */
export function ownText(text: string): string {
  const whole = text.slice(0, 4 * mostOwn)
  const at = whole.search(divider)
  return (at === -1 ? whole : whole.slice(0, at)).slice(0, mostOwn)
}

const codeLine = /(?:^|[\s:<("'#])(?:[45]\d\d(?:[\s:;,)'"-]|$)|#?[45]\.\d{1,3}\.\d{1,3}(?![\d.]))/

/**
 * Returns the server answers that the text of a delivery report quotes, or the whole text if it quotes none.
 */
export function answersIn(own: string): string {
  const lines = own.split(/\r?\n/)
  const kept: string[] = []
  let left = 0
  for (const line of lines) {
    // Ignores lines that begin as dates or Message-IDs do, because numbers of three digits in them are no SMTP
    // status codes.
    if (codeLine.test(line) && !/^\s*(?:date|sent|message-id|received|arrival)\b/i.test(line)) left = 5
    else if (line.trim() === '') left = 0
    if (left-- > 0) kept.push(line)
  }
  const found = kept.join('\n').trim()
  return (found === '' ? own : found).slice(0, mostWords)
}

/** Returns the addresses that a delivery report in plain text names, likeliest first. */
export function recipientsIn(own: string): readonly (string | undefined)[] {
  // Collapses runs of spaces in the report first, because the expressions below take cubic time in them:
  // 2,000 spaces took minutes.
  const text = own.replaceAll(/[ \t]+/g, ' ')
  const patterns = [
    /\bRCPT TO:\s*<?([^<>\s@]{1,64}@[^<>\s@]{1,255}?)>/i,
    /(?:final|original)-recipient:\s*rfc822;\s*<?([^<>\s@]{1,64}@[^<>\s@]{1,255})/i,
    /\b(?:recipients?|delivered to|deliver (?:it )?to|addressed to|reach|address(?:es)?|addressee|user|userid|failed|errors?)[^\n<>@]{0,60}:?[ \t]*\n?[ \t]*\n?[ \t]*<?([^<>\s@:;,"']{1,64}@[^<>\s@:;,"']{1,255})/i,
    /^[ \t]*<([^<>\s@]{1,64}@[^<>\s@]{1,255})>/m,
    /^[ \t]*([^<>\s@:]{1,64}@[^<>\s@:]{1,255}?):?[ \t]*$/m,
    /<([^<>\s@]{1,64}@[^<>\s@]{1,255})>/,
  ]
  return patterns.map((pattern) => pattern.exec(text)?.[1])
}

/**
 * Returns the SMTP command that was refused, from the text of a delivery report in the notations of Postfix,
 * Exim, sendmail and others.
 */
export function stageIn(whole: string): RefusalStage | null {
  const text = whole.slice(0, 4 * mostOwn)
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
