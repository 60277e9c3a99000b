import { withoutAddresses } from '../../text/addresses-in-text.ts'
import { causeOfWords, refusesAddress, saysMailboxIsGone } from './refusal-words.ts'
import { causeOfStatus, isGeneral, type RefusalCause } from './status-codes.ts'

/**
 * A mail server's refusal of a message, with its status code, its answer and the stage of the SMTP dialogue.
 */
export interface Refusal {
  /** The status code in a delivery report (RFC 3463); null if the report gives none. */
  readonly status: string | null
  /** The mail server's answer, with its reply code if it is known. */
  readonly serverResponse: string
  /** The stage of the SMTP dialogue at which the message was refused; null if it is not known. */
  readonly stage: RefusalStage | null
}

export type RefusalStage = 'connection' | 'sender' | 'recipient' | 'data'

/** The cause of a refusal, its status, and whether the refusal is permanent. */
export interface RefusalVerdict {
  readonly cause: RefusalCause
  readonly status: string | null
  readonly isPermanent: boolean
}

/**
 * Decides the cause of a refusal, from delivery reports and from answers to RCPT.
 *
 * Words that name a block list, a missing DNS record, a limit or a verdict come first, because servers use
 * any code for them. Words for a missing mailbox come next, because many servers give them with a general
 * code. Then the most exact code counts, even if it is only in `Diagnostic-Code` and the report says `Status:
 * 5.0.0`.
 */
export function judgeRefusal({ status, serverResponse, stage }: Refusal): RefusalVerdict {
  const text = plain(serverResponse)
  const exact = exactStatus(status, serverResponse)
  const reply = replyCode(text)
  const isPermanent = !isTemporary(exact, reply)
  const known: Pick<RefusalVerdict, 'status' | 'isPermanent'> = {
    status: exact ?? statusOfReply(reply),
    isPermanent,
  }
  if (!isPermanent) return { ...known, cause: causeOfTemporary(text, exact) }
  const cause = causeOfWords(text)
  const coded = exact === null ? 'unknown' : causeOfStatus(exact)
  if (cause === 'mailbox') {
    // A server that accepts the recipient but then refuses the message may name a missing mailbox wrongly. The
    // cause therefore counts as unknown, unless the status code or the words are exact.
    if (stage === 'data' && coded !== 'mailbox' && !saysMailboxIsGone(text))
      return { ...known, cause: 'unknown' }
    return { ...known, cause: stage === 'sender' || stage === 'connection' ? 'sender' : 'mailbox' }
  }
  if (cause !== 'unknown' && cause !== 'refused') return { ...known, cause }
  // The reply codes 521 and 556 mean that the host or the domain accepts no mail at all (RFC 7504). Gateways answer
  // 542 if the recipient is not in the list of addresses that they accept mail for.
  if (reply === 521 || reply === 556 || (reply === 542 && coded === 'unknown'))
    return { ...known, cause: 'mailbox' }
  // The address as the only reason of a permanent refusal means that the recipient is not accepted.
  if (cause === 'refused' && coded === 'unknown' && stage !== 'sender' && stage !== 'connection')
    return { ...known, cause: stage !== 'data' && refusesAddress(text) ? 'mailbox' : 'sender' }
  if (coded !== 'unknown')
    return { ...known, cause: coded === 'mailbox' && cause === 'refused' ? sureOf(exact) : coded }
  if (cause === 'refused' || stage === 'sender' || stage === 'connection')
    return { ...known, cause: 'sender' }
  // A reply 550 or 551 to RCPT without an exact code means that the mailbox is unavailable or not local (RFC
  // 5321).
  const isUnavailable =
    stage === 'recipient' && (reply === 550 || reply === 551) && (exact === null || isGeneral(exact))
  return { ...known, cause: isUnavailable ? 'mailbox' : 'unknown' }
}

/**
 * Returns the cause of a refusal that gives no reason but a code for a missing mailbox. The exact codes
 * 5.1.1, 5.1.6 and 5.1.10 are believed; for all other codes the sender is the cause.
 */
function sureOf(exact: string | null): RefusalCause {
  return exact !== null && /^5\.1\.(?:1|6|10)$/.test(exact) ? 'mailbox' : 'sender'
}

/**
 * Returns the cause of a temporary refusal. The cause is never a missing mailbox, because a delay says
 * nothing about that.
 */
function causeOfTemporary(text: string, exact: string | null): RefusalCause {
  const cause = causeOfWords(text)
  if (cause === 'sender' || cause === 'unavailable' || cause === 'route') return cause
  const coded = exact === null ? 'unknown' : causeOfStatus(`5${exact.slice(1)}`)
  return coded === 'sender' || coded === 'unavailable' ? coded : 'unknown'
}

/**
 * Returns the most exact status code of a refusal. An exact code has precedence over a general code, and the
 * server's words over the report.
 */
export function exactStatus(status: string | null, serverResponse: string): string | null {
  const codes = [
    ...serverResponse
      .slice(0, maxWords)
      .replace(gatewayPrefix, '')
      .matchAll(/(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/g),
  ].map(([, code = '']) => code)
  const reported = status === null ? null : (/^\s*([245]\.\d{1,3}\.\d{1,3})/.exec(status)?.[1] ?? null)
  const sure = codes.find((code) => !isGeneral(code))
  if (sure !== undefined) return sure
  if (reported !== null && !isGeneral(reported)) return reported
  return codes[0] ?? reported
}

/**
 * Returns the SMTP reply code in a server's answer: three digits at the beginning of a line or after words
 * that announce a code.
 */
function replyCode(serverResponse: string): number | null {
  const found =
    /(?:^|[\n;:,([<'"]|said|reply|response|code|error|status|returned)[\s:=#'"]*([245]\d\d)(?=[\s:;,.)\]#'"-]|$)(?!\.\d)/i.exec(
      serverResponse,
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
 * The number of characters of a server's answer that are searched for a cause. Longer answers say no more,
 * and every expression is applied to the text.
 */
const maxWords = 4_000

/**
 * Matches the general words of a gateway before the answer of the recipient's server, such as `5.1.0 - Unknown
 * address error 550-'5.7.1 Access denied'`. The answer decides.
 */
const gatewayPrefix = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3} - [A-Z][\w /]{3,60}(?= [45]\d\d[- ]')/

/**
 * Returns a server's words on one line, without addresses, because an address may contain words such as
 * "spam".
 */
function plain(serverResponse: string): string {
  return withoutAddresses(serverResponse.slice(0, maxWords).replace(gatewayPrefix, '')).replaceAll(
    /<\s*>|\s+/g,
    ' ',
  )
}
