/** Where an SMTP account's answers are read, by the same password. */
export interface ImapServer {
  readonly host: string
  readonly port: number
  /** Whether it is encrypted from the first byte, or before anything is said. */
  readonly tls: 'tls' | 'starttls'
  /** Where it is another than the account's own. */
  readonly user?: string
}

/** As they stand among the settings of a sender; nothing where its answers are not read. */
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
