import type { Socket } from 'node:net'
import { connectionFault } from '../../../domain/sender/connection-fault.ts'
import { oneLine } from '../../../domain/sender/one-line.ts'
import { withSignInRemedy } from '../../../domain/sender/refusal/password-sign-in.ts'
import type { SmtpServer } from '../../../domain/sender/smtp-server.ts'
import type { AllowedPrivateHosts } from '../allowed-private-hosts.ts'
import { smtpAccount } from '../smtp/smtp-channel.ts'
import { type GetSocket, guardedSockets } from './guarded-socket.ts'

/**
 * Connects to an SMTP server and signs in, as before sending. Returns the fault if that fails or takes longer
 * than `maxMs`; null if it succeeds.
 */
export async function smtpFaultOf(
  server: SmtpServer,
  password: string,
  { hosts }: AllowedPrivateHosts,
  maxMs = 30_000,
): Promise<string | null> {
  if (server.tls === 'none' && !hosts.has(server.host))
    return 'without TLS the password would be sent unencrypted; use "tls" or "starttls"'
  const { createTransport } = await import('nodemailer')
  const sockets: Socket[] = []
  const getSocket: GetSocket = (options, given) =>
    guardedSockets(hosts)(options, (error, got) => {
      if (got !== undefined) sockets.push(got.connection)
      given(error, got)
    })
  const transport = createTransport({
    ...smtpAccount(server, password, getSocket),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 10_000,
  })
  // Closes the connection of a server that never finishes its reply. The limit of inactivity does not stop it.
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    for (const socket of sockets) socket.destroy()
  }, maxMs)
  try {
    await transport.verify()
    return null
  } catch (error) {
    const { response, message = '' } = error as { response?: string; message?: string }
    if (isLate) return 'the server took too long'
    if (response !== undefined) return withSignInRemedy(oneLine(response))
    return connectionFault(message, { protocol: 'SMTP', ...server }) ?? oneLine(message)
  } finally {
    clearTimeout(limit)
    transport.close()
  }
}
