/**
 * The encryption of an SMTP connection: `tls` from the first byte, `starttls` before the sign-in. `none` is
 * allowed only in the operator's own network.
 */
export const tlsModes = ['tls', 'starttls', 'none'] as const
type TlsMode = (typeof tlsModes)[number]

/**
 * The settings of an SMTP server by which a sender's account sends its mail: host, port, encryption and user.
 */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly tls: TlsMode
  readonly user: string
}
