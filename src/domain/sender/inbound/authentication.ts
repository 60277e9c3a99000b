import type { IncomingMail } from './incoming-mail.ts'
import type { DueMailbox } from './mailbox.ts'

/** The mailbox in which a mail was read: the kind of its sender, its address, and its IMAP host. */
export type ReadMailbox = Pick<DueMailbox, 'kind' | 'email' | 'host'>

/**
 * The providers that add `Authentication-Results` as the topmost such header to all mail that they accept.
 * `isOwn` checks the server name in the header; Microsoft gives none and is recognized by `compauth`.
 */
const providers: readonly {
  readonly hosts: RegExp
  readonly isOwn: (id: string, results: string) => boolean
}[] = [
  { hosts: /(?:^|\.)(?:gmail|googlemail)\.com$/, isOwn: (id) => id === 'mx.google.com' },
  {
    hosts: /(?:^|\.)(?:outlook|office365|hotmail)\.com$/,
    isOwn: (_, results) => /\bcompauth=/.test(results),
  },
  { hosts: /(?:^|\.)(?:yahoo|aol)\.com$/, isOwn: (id) => /(?:^|\.)(?:yahoo|aol)\.com$/.test(id) },
  { hosts: /(?:^|\.)fastmail\.com$/, isOwn: (id) => /^mx\d*\.messagingengine\.com$/.test(id) },
  { hosts: /(?:^|\.)zoho(?:mail)?\.(?:com|eu|in)$/, isOwn: (id) => /^mx\.zohomail\.(?:com|eu|in)$/.test(id) },
  {
    hosts: /(?:^|\.)(?:gmx\.(?:net|com|de|at|ch)|web\.de)$/,
    isOwn: (id) => /^(?:gmx\.net|web\.de)$/.test(id),
  },
]

/**
 * Returns whether the server of a mailbox has authenticated the domain in a mail's From (RFC 8601). Any
 * person can write a header with such a result, so it counts only if the mail's sender cannot have written
 * it.
 */
export function isAuthenticated(mail: IncomingMail, mailbox: ReadMailbox): boolean {
  const domain = domainOf(mail.from)
  const senders = mail.trace.filter(({ name }) => name === 'from')
  // A mail with several addresses in From is not trusted, because its server may have checked another
  // address.
  if (domain === null || senders.length !== 1 || (senders[0]?.value.match(/@/g) ?? []).length !== 1)
    return false
  const results = trustedResults(mail, mailbox)
  return results !== null && passes(results, domain)
}

/**
 * Returns the authentication results that the mailbox's own server has certainly written; null if there are
 * none.
 */
function trustedResults({ trace }: IncomingMail, mailbox: ReadMailbox): string | null {
  const at = trace.findIndex(({ name }) => name === 'authentication-results')
  const found = trace[at]?.value
  if (found === undefined || hasFreeText(found)) return null
  const written = found.replaceAll(/\([^()]*\)/g, ' ')
  const [first = '', ...rest] = written.split(';')
  const [id = ''] = first.trim().toLowerCase().split(/\s/)
  const host = hostOf(mailbox)
  if (host === null) return null
  const provider = providers.find(({ hosts }) => hosts.test(host))
  if (provider !== undefined) return provider.isOwn(id, written) ? written : null
  // Each server writes its headers above the headers that it received. A header above the server's own
  // `Received` was therefore written by that server; a header below may be forged.
  const isAbove = trace.slice(0, at).every(({ name, value }) => name !== 'received' || isHandOver(value))
  const isBelow = trace.slice(at).some(({ name }) => name === 'received')
  return isAbove && isBelow && isOfSameSite(id, host) ? rest.join(';') : null
}

/**
 * Returns whether authentication results quote more than a word or a plain address. A quoted address may
 * contain a forged result: `"x; dmarc=pass header.from=example.com"@evil.example`.
 */
function hasFreeText(results: string): boolean {
  const plain = /\breason="[\w ,;:.()-]*"|"[\w.+=*&~/@-]*"(?![\w@])/gi
  return /["\\]/.test(results.replaceAll(plain, ''))
}

/**
 * Returns whether a `Received` header describes a delivery within one site. The sender of the mail chooses
 * the HELO name and the addresses, so only the protocol after the server's own name counts.
 */
function isHandOver(received: string): boolean {
  const text = ` ${received.replaceAll(/\s+/g, ' ')}`
  const own = text.slice(Math.max(text.toLowerCase().lastIndexOf(' by '), 0))
  if (/["\\]/.test(text)) return false
  return /^ by \S+(?: \([^()]*\))? (?:via \S+ )?with (?:e?lmtp\w*|local)\b/i.test(own)
}

function hostOf({ kind, host }: ReadMailbox): string | null {
  if (kind === 'google') return 'gmail.com'
  if (kind === 'microsoft') return 'outlook.com'
  return host?.toLowerCase() ?? null
}

/**
 * Returns whether a server name in a mail's header belongs to the site of the IMAP server `host`: the server
 * itself, its domain, or a host below that domain.
 */
function isOfSameSite(id: string, host: string): boolean {
  if (id === host) return true
  const parent = host.split('.').slice(1).join('.')
  return parent.includes('.') && (id === parent || id.endsWith(`.${parent}`))
}

/**
 * Returns whether authentication results confirm the domain in From: by DMARC, or by DKIM or SPF of that
 * domain if there is no DMARC verdict.
 */
function passes(results: string, domain: string): boolean {
  const all = results.split(';').map((one) => one.trim().toLowerCase())
  const property = (one: string, name: string) =>
    new RegExp(`\\b${name}=(?:"?[^\\s@"]*@)?"?([^\\s;"]+)`).exec(one)?.[1] ?? ''
  const dmarc = all.find((one) => one.startsWith('dmarc='))
  if (dmarc !== undefined && !/^dmarc=(?:none|temperror|bestguesspass)\b/.test(dmarc))
    return dmarc.startsWith('dmarc=pass') && property(dmarc, 'header\\.from') === domain
  return all.some(
    (one) =>
      (one.startsWith('dkim=pass') && isOver(property(one, 'header\\.(?:d|i)'), domain)) ||
      (one.startsWith('spf=pass') && isOver(property(one, 'smtp\\.mailfrom'), domain)),
  )
}

/** Returns whether the domain `above` is equal to `domain` or a parent of it. */
const isOver = (above: string, domain: string): boolean =>
  above.includes('.') && (above === domain || domain.endsWith(`.${above}`))

/**
 * Returns whether the authenticated sender of a mail may report on an address: its domain is the address's
 * domain or below it.
 */
export function mayReportOn(mail: IncomingMail, address: string): boolean {
  const [from, to] = [domainOf(mail.from), domainOf(address)]
  return from !== null && to !== null && (from === to || from.endsWith(`.${to}`))
}

/**
 * Returns whether a report comes from an address that only servers use. Any person can have another address
 * at the recipient's provider and be authenticated.
 */
export function isOfServer({ from }: IncomingMail): boolean {
  return /^(?:mailer[-_]?daemon|mail[-_]?daemon|mdaemon|postmaster|microsoftexchange[\da-f]{6,})@/i.test(
    from ?? '',
  )
}

function domainOf(address: string | null): string | null {
  const at = address?.lastIndexOf('@') ?? -1
  return address === null || at < 1 ? null : address.slice(at + 1).toLowerCase()
}
