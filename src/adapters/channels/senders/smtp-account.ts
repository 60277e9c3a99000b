import type { SmtpServer } from '../../../domain/sender/smtp-server.ts'
import type { SmtpAccount } from '../smtp/smtp-channel.ts'
import type { GetSocket } from './guarded-socket.ts'

/** Returns the options of nodemailer for an SMTP server that a user has set up as a sender. */
export function smtpAccount(
  { host, port, tls, user }: SmtpServer,
  password: string,
  getSocket: GetSocket,
): SmtpAccount {
  return {
    host,
    port,
    secure: tls === 'tls',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    auth: { user, pass: password },
    getSocket,
  }
}
