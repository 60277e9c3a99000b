import { connect, type Socket } from 'node:net'
import { withErrorsHandled } from '../../streams/stream-errors.ts'
import { ForbiddenAddress, guardedLookup, isForbiddenLiteral } from '../public-address.ts'

type Given = (error: Error | null, socket?: { readonly connection: Socket }) => void
export type GetSocket = (
  options: { readonly host?: string | undefined; readonly port?: number | string | undefined },
  given: Given,
) => void

const maxMs = 10_000

/**
 * Returns a function that connects to mail servers under the same rules as webhooks: only to public
 * addresses, and to the address that was checked.
 */
export function guardedSockets(allowedHosts: ReadonlySet<string>): GetSocket {
  const lookup = guardedLookup(allowedHosts)
  return ({ host = '', port = 0 }, given) => {
    if (isForbiddenLiteral(host, allowedHosts)) return given(new ForbiddenAddress(host))
    const socket = withErrorsHandled(connect({ host, port: Number(port), lookup, timeout: maxMs }))
    const failed = (error: Error) => {
      socket.destroy()
      given(error)
    }
    const timedOut = () => failed(new Error(`The host "${host}" does not answer on port ${port}`))
    socket.once('error', failed)
    socket.once('timeout', timedOut)
    socket.once('connect', () => {
      socket.setTimeout(0)
      socket.off('error', failed)
      socket.off('timeout', timedOut)
      given(null, { connection: socket })
    })
  }
}
