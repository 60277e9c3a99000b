import { causeOfWords, isSure } from './refusal-words.ts'
import { type Cause, causeOfStatus, isGeneral } from './status-codes.ts'

/** The refusal of a message by a server. */
export interface Refusal {
  /** The status that a delivery report gives (RFC 3463); null where it gives none. */
  readonly status: string | null
  /** The answer of the server, with its reply code if it is known. */
  readonly words: string
  /** The SMTP command that was refused; null where it is not known. */
  readonly stage: RefusalStage | null
}

export type RefusalStage = 'connection' | 'sender' | 'recipient' | 'data'

/** The cause of a refusal, the status that says so, and whether the server refused for good. */
export interface Judgement {
  readonly cause: Cause
  readonly status: string | null
  readonly isPermanent: boolean
}

/**
 * Decides what a refusal is about. Reports and the answers to RCPT share this rule.
 *
 * The words that name a block list, a missing DNS record, a limit or a verdict come first: servers use any code for
 * them. Words that say that there is no mailbox come next, because many servers give them with a general code. Then the
 * most exact code counts, wherever it stands: a report may say `Status: 5.0.0` and give the exact code only in
 * `Diagnostic-Code`.
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
    // Servers that accept a recipient and refuse the message filter, whatever they say, unless the code is exact.
    if (stage === 'data' && coded !== 'mailbox' && !isSure(said)) return { ...known, cause: 'unknown' }
    return { ...known, cause: stage === 'sender' || stage === 'connection' ? 'sender' : 'mailbox' }
  }
  if (named !== 'unknown' && named !== 'refused') return { ...known, cause: named }
  // RFC 7504: the host, or the domain, accepts no mail at all.
  if (reply === 521 || reply === 556) return { ...known, cause: 'mailbox' }
  if (coded !== 'unknown')
    return { ...known, cause: coded === 'mailbox' && named === 'refused' ? sureOf(exact) : coded }
  if (named === 'refused' || stage === 'sender' || stage === 'connection')
    return { ...known, cause: 'sender' }
  // A plain 550 or 551 to RCPT has no other meaning in RFC 5321 than that the mailbox is unavailable or not local.
  const isUnavailable =
    stage === 'recipient' && (reply === 550 || reply === 551) && (exact === null || isGeneral(exact))
  return { ...known, cause: isUnavailable ? 'mailbox' : 'unknown' }
}

/** A refusal without a reason that comes with a code for "no such mailbox" is believed only for the codes that say so. */
function sureOf(exact: string | null): Cause {
  return exact !== null && /^5\.1\.(?:1|6|10)$/.test(exact) ? 'mailbox' : 'sender'
}

/** A server that puts a message off for the sender's sake says so too; its mailboxes may exist or not. */
function causeOfTemporary(said: string, exact: string | null): Cause {
  const named = causeOfWords(said)
  if (named === 'sender' || named === 'unavailable' || named === 'route') return named
  const coded = exact === null ? 'unknown' : causeOfStatus(`5${exact.slice(1)}`)
  return coded === 'sender' || coded === 'unavailable' ? coded : 'unknown'
}

/** The most exact status: one of the words before a general one of the report, and the report's before none. */
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

/** The reply code of SMTP: three digits at the beginning of a line or after words that announce them. */
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

/** Longer answers say no more, and every expression runs over them. */
const mostWords = 4_000

/** Returns the words on one line, without addresses, because an address may hold words such as "spam". */
function plain(words: string): string {
  return words
    .slice(0, mostWords)
    .replaceAll(/<?[^\s<>@,;:"'()]{1,64}@[^\s<>@,;:"'()]{1,255}>?/g, ' ')
    .replaceAll(/\s+/g, ' ')
}
