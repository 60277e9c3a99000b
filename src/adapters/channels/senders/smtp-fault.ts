import { oneLine } from '../../../domain/sender/one-line.ts'
import type { SmtpServer } from '../../../domain/sender/smtp-server.ts'
import type { AllowedPrivateHosts } from '../allowed-private-hosts.ts'
import { guardedSockets } from './guarded-socket.ts'
import { smtpAccount } from './smtp-account.ts'

/**
 * Connects to an SMTP server and signs in, as before sending. Returns the fault if that fails; null if it
 * succeeds.
 */
export async function smtpFaultOf(
  server: SmtpServer,
  password: string,
  { hosts }: AllowedPrivateHosts,
): Promise<string | null> {
  if (server.tls === 'none' && !hosts.has(server.host))
    return 'without TLS the password would be sent unencrypted; use "tls" or "starttls"'
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    ...smtpAccount(server, password, guardedSockets(hosts)),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 10_000,
  })
  try {
    await transport.verify()
    return null
  } catch (error) {
    const { response, message = '' } = error as { response?: string; message?: string }
    return oneLine(response ?? message)
  } finally {
    transport.close()
  }
}
