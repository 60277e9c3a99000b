/** `tls` from the first byte; `starttls` before anything is said; `none` only within the operator's own walls. */
export const tlsModes = ['tls', 'starttls', 'none'] as const
type TlsMode = (typeof tlsModes)[number]

/** Where an account's mail is handed in. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly tls: TlsMode
  readonly user: string
}
