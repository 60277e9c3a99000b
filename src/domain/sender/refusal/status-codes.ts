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
  // Status codes of RFC 3463 for a refused recipient: no such mailbox, no such system, bad syntax, mailbox
  // moved, mailbox disabled.
  '5.1.1',
  '5.1.2',
  '5.1.3',
  '5.1.6',
  '5.2.1',
  // A status code of RFC 7505 for a refused recipient: the domain has a null MX, so it accepts no mail.
  '5.1.10',
  // Status codes of RFC 7293 for a refused recipient: the mailbox or the domain has another owner by now.
  '5.7.17',
  '5.7.18',
  // Status codes of Exchange Online for a refused recipient: the domain does not exist, or the remote server
  // has no such recipient.
  '5.4.310',
  '5.1.351',
])

const ofUnavailable = new Set(['5.2.2', '5.2.4'])

const ofSender = [
  // Status codes of RFC 3463 and RFC 7505 that blame the sender's address: bad syntax, no such system, or a
  // null MX for its domain.
  /^5\.1\.[789]$/,
  /^5\.7\.27$/,
  // Status codes for a message that is refused because of its size, its conversion or its content.
  /^5\.2\.3$/,
  /^5\.3\.4$/,
  /^5\.6\.\d+$/,
  // Status codes for a message that is refused because of security or policy (RFC 3463, RFC 7372 and Exchange
  // Online).
  /^5\.7\.\d+$/,
  // Status codes of Exchange Online that refuse the sender's domain or connector.
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
