/** The IMAP server from which the replies to an SMTP account are read, with the same password. */
export interface ImapServer {
  readonly host: string
  readonly port: number
  /**
   * Whether the connection to the IMAP server is encrypted from the first byte (`tls`) or by STARTTLS before
   * the sign-in.
   */
  readonly tls: 'tls' | 'starttls'
  /** The user name at the IMAP server, if it is not the user name of the SMTP account. */
  readonly user?: string
}

/** Returns the settings of a sender that describe its IMAP server; empty if its inbound mail is not read. */
export function imapSettings(imap: ImapServer | null): Readonly<Record<string, string | number | boolean>> {
  if (imap === null) return {}
  const { host, port, tls, user } = imap
  const settings = { imapHost: host, imapPort: port, imapTls: tls === 'tls' }
  return user === undefined ? settings : { ...settings, imapUser: user }
}

const names = new Set(['imapHost', 'imapPort', 'imapTls', 'imapUser'])

export function withoutImap(
  settings: Readonly<Record<string, string | number | boolean>>,
): Readonly<Record<string, string | number | boolean>> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !names.has(name)))
}

export function imapOf(settings: Readonly<Record<string, string | number | boolean>>): ImapServer | null {
  const { imapHost: host, imapPort: port, imapTls, imapUser: user } = settings
  if (typeof host !== 'string' || typeof port !== 'number') return null
  const server = { host, port, tls: imapTls === true ? ('tls' as const) : ('starttls' as const) }
  return typeof user === 'string' ? { ...server, user } : server
}

export function sameImap(a: ImapServer, b: ImapServer | null): boolean {
  return a.host === b?.host && a.port === b.port && a.tls === b.tls && a.user === b.user
}
