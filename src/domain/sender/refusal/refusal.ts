import { causeOfWords, isSure } from './refusal-words.ts'
import { type Cause, causeOfStatus, isGeneral } from './status-codes.ts'

/** A server's refusal of a message. */
export interface Refusal {
  /** The status in a delivery report (RFC 3463); null if it gives none. */
  readonly status: string | null
  /** The server's answer, with its reply code if it is known. */
  readonly words: string
  /** The SMTP command that was refused; null if it is not known. */
  readonly stage: RefusalStage | null
}

export type RefusalStage = 'connection' | 'sender' | 'recipient' | 'data'

/** The cause of a refusal, its status, and whether the refusal is permanent. */
export interface Judgement {
  readonly cause: Cause
  readonly status: string | null
  readonly isPermanent: boolean
}

/**
 * Decides the cause of a refusal. Delivery reports and the answers to RCPT share this rule.
 *
 * Words that name a block list, a missing DNS record, a limit or a verdict come first, because servers use
 * any code for them. Words for a missing mailbox come next, because many servers give them with a general
 * code. Then the most exact code counts, wherever it stands. A report may say `Status: 5.0.0` and give the
 * exact code only in `Diagnostic-Code`.
 */
export function judge({ status, words, stage }: Refusal): Judgement {
  const said = plain(words)
  const exact = exactStatus(status, words)
  const reply = replyCode(said)
  const isPermanent = !isTemporary(exact, reply)
  const known: Pick<Judgement, 'status' | 'isPermanent'> = {
    status: exact ?? statusOfReply(reply),
    isPermanent,
  }
  if (!isPermanent) return { ...known, cause: causeOfTemporary(said, exact) }
  const named = causeOfWords(said)
  const coded = exact === null ? 'unknown' : causeOfStatus(exact)
  if (named === 'mailbox') {
    // A server that accepts a recipient and refuses the message is filtering, whatever it says, unless the
    // code is exact.
    if (stage === 'data' && coded !== 'mailbox' && !isSure(said)) return { ...known, cause: 'unknown' }
    return { ...known, cause: stage === 'sender' || stage === 'connection' ? 'sender' : 'mailbox' }
  }
  if (named !== 'unknown' && named !== 'refused') return { ...known, cause: named }
  // RFC 7504: the host or the domain accepts no mail at all.
  if (reply === 521 || reply === 556) return { ...known, cause: 'mailbox' }
  if (coded !== 'unknown')
    return { ...known, cause: coded === 'mailbox' && named === 'refused' ? sureOf(exact) : coded }
  if (named === 'refused' || stage === 'sender' || stage === 'connection')
    return { ...known, cause: 'sender' }
  // A plain 550 or 551 to RCPT only means that the mailbox is unavailable or not local (RFC 5321).
  const isUnavailable =
    stage === 'recipient' && (reply === 550 || reply === 551) && (exact === null || isGeneral(exact))
  return { ...known, cause: isUnavailable ? 'mailbox' : 'unknown' }
}

/**
 * Returns the cause of a refusal without a reason whose code means a missing mailbox. Only the exact codes
 * for this are believed; other codes count as the sender.
 */
function sureOf(exact: string | null): Cause {
  return exact !== null && /^5\.1\.(?:1|6|10)$/.test(exact) ? 'mailbox' : 'sender'
}

/**
 * Returns the cause of a temporary refusal. A server that delays a message because of the sender says so; it
 * tells nothing about the mailbox.
 */
function causeOfTemporary(said: string, exact: string | null): Cause {
  const named = causeOfWords(said)
  if (named === 'sender' || named === 'unavailable' || named === 'route') return named
  const coded = exact === null ? 'unknown' : causeOfStatus(`5${exact.slice(1)}`)
  return coded === 'sender' || coded === 'unavailable' ? coded : 'unknown'
}

/**
 * Returns the most exact status. An exact code wins over a general code, and the words win over the report.
 */
export function exactStatus(status: string | null, words: string): string | null {
  const said = [
    ...words.slice(0, mostWords).matchAll(/(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/g),
  ].map(([, code = '']) => code)
  const reported = status === null ? null : (/^\s*([245]\.\d{1,3}\.\d{1,3})/.exec(status)?.[1] ?? null)
  const sure = said.find((code) => !isGeneral(code))
  if (sure !== undefined) return sure
  if (reported !== null && !isGeneral(reported)) return reported
  return said[0] ?? reported
}

/**
 * Returns the SMTP reply code: three digits at the beginning of a line or after words that announce a code.
 */
function replyCode(words: string): number | null {
  const found =
    /(?:^|[\n;:,([<'"]|said|reply|response|code|error|status|returned)[\s:=#'"]*([245]\d\d)(?=[\s:;,.)\]#'"-]|$)/i.exec(
      words,
    )
  return found === null ? null : Number(found[1])
}

function statusOfReply(reply: number | null): string | null {
  return reply === null ? null : `${Math.trunc(reply / 100)}.0.0`
}

function isTemporary(exact: string | null, reply: number | null): boolean {
  if (reply !== null) return reply < 500
  return exact !== null && !exact.startsWith('5')
}

/**
 * The number of characters of an answer that are read. Longer answers say no more, and every expression runs
 * over them.
 */
const mostWords = 4_000

/** Returns the words on one line, without addresses, because an address may hold words such as "spam". */
function plain(words: string): string {
  return words
    .slice(0, mostWords)
    .replaceAll(/<?[^\s<>@,;:"'()]{1,64}@[^\s<>@,;:"'()]{1,255}>?/g, ' ')
    .replaceAll(/\s+/g, ' ')
}
