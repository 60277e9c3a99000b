/** The mail server to which a connection was tried. */
interface TriedServer {
  readonly protocol: 'IMAP' | 'SMTP'
  readonly host: string
  readonly port: number
  readonly tls: 'tls' | 'starttls' | 'none'
}

const defaultPorts = {
  IMAP: { tls: 993, starttls: 143, none: 143 },
  SMTP: { tls: 465, starttls: 587, none: 25 },
} as const

const plainPort = /wrong version number|packet length too long|unknown protocol|http request|record layer/i
const openSsl = /error:[\da-f]{6,}:|SSL routines|\bssl3_|\bERR_SSL_|\bEPROTO\b/i
const certificates: readonly (readonly [RegExp, string])[] = [
  [/CERT_HAS_EXPIRED|certificate has expired/i, 'The certificate of the server has expired'],
  [
    /SELF_SIGNED|self-signed certificate/i,
    'The certificate of the server is signed by nobody whom Spindle trusts',
  ],
  [/ALTNAME|does not match certificate/i, 'The certificate of the server is for another host name'],
  [/UNABLE_TO_|unable to (?:get|verify)/i, 'The certificate of the server cannot be verified'],
]

/**
 * Returns the fault of a connection to a mail server in words that name a remedy, in place of a line of OpenSSL or of
 * the operating system. Returns null for other faults, such as a server's own reply.
 */
export function connectionFault(fault: string, { protocol, host, port, tls }: TriedServer): string | null {
  const defaultPort = defaultPorts[protocol][tls]
  const withPort = (words: string) => (port === defaultPort ? words : `${words}. Usual port: ${defaultPort}`)
  const certificate = certificates.find(([pattern]) => pattern.test(fault))
  if (certificate !== undefined) return certificate[1]
  if (plainPort.test(fault)) return withPort('This port does not speak TLS')
  if (openSsl.test(fault)) return 'The server and Spindle could not agree on an encryption'
  if (/ENOTFOUND|EAI_AGAIN|EDNS/.test(fault)) return `The host "${host}" cannot be found`
  if (/ECONNREFUSED/.test(fault)) return withPort(`The server accepts no connections at port ${port}`)
  // A port with TLS from the first byte sends no greeting to a client that does not begin with TLS.
  const { tls: portOfTls } = defaultPorts[protocol]
  if (/greeting/i.test(fault) && tls !== 'tls')
    return `The server sends no greeting at port ${port}. With the encryption TLS, the usual port is ${portOfTls}`
  if (/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|greeting|connection time-?out|timed out/i.test(fault))
    return withPort(`The server does not answer at port ${port}`)
  if (
    /ECONNRESET|socket hang up|connection (?:closed|not available)|unexpected (?:socket )?close/i.test(fault)
  )
    return withPort(`The server closed the connection at port ${port}`)
  return null
}
