/**
 * The cause of a refused message. `mailbox`: it does not exist or accepts no mail. `unavailable`: it is full
 * or inactive. `sender`: the sender, its network or the content. `route`: the connection to the mailbox, such
 * as time-outs, loops or DNS that does not answer.
 */
export type RefusalCause = 'mailbox' | 'unavailable' | 'sender' | 'route' | 'unknown'

/** Returns true for a status code that only says that the delivery failed, without a cause. */
export const isGeneral = (status: string): boolean =>
  /^[245]\.(?:0\.\d+|1\.0|2\.0|3\.0|4\.0|5\.\d+|6\.0|7\.0)$/.test(status)

/** Status codes for a mailbox that does not exist or accepts no mail. */
const ofMailbox = new Set([
  // RFC 3463: no such mailbox, no such system, bad syntax, mailbox moved, mailbox disabled.
  '5.1.1',
  '5.1.2',
  '5.1.3',
  '5.1.6',
  '5.2.1',
  // RFC 7505: the recipient's domain has a null MX, so it accepts no mail.
  '5.1.10',
  // RFC 7293: the mailbox or the domain has another owner by now.
  '5.7.17',
  '5.7.18',
  // Exchange Online: the domain does not exist; no such recipient at the remote server.
  '5.4.310',
  '5.1.351',
])

const ofUnavailable = new Set(['5.2.2', '5.2.4'])

const ofSender = [
  // RFC 3463 and RFC 7505: bad syntax of the sender's address, no system or a null MX for the sender's
  // domain.
  /^5\.1\.[789]$/,
  /^5\.7\.27$/,
  // Codes of messages that are refused because of their size, conversion or content.
  /^5\.2\.3$/,
  /^5\.3\.4$/,
  /^5\.6\.\d+$/,
  // Codes about security and policy (RFC 3463, RFC 7372 and the codes of Exchange Online).
  /^5\.7\.\d+$/,
  // Exchange Online: the sender's domain or connector is refused.
  /^5\.1\.(?:90|8\d\d|350)$/,
  /^5\.(?:2|5)\.121$/,
]

const ofRoute = [/^5\.4\.\d+$/, /^5\.3\.[125]$/]

/** Returns the cause of a refusal that an exact status code names (RFC 3463 and its registry, RFC 5248). */
export function causeOfStatus(status: string): RefusalCause {
  if (ofMailbox.has(status)) return 'mailbox'
  if (ofUnavailable.has(status)) return 'unavailable'
  if (isGeneral(status)) return 'unknown'
  if (ofSender.some((one) => one.test(status))) return 'sender'
  return ofRoute.some((one) => one.test(status)) ? 'route' : 'unknown'
}
