import type { IncomingHttpHeaders } from 'node:http'
import { DomainError } from '../../../../domain/errors.ts'
import { isLoopback } from '../../../system/loopback.ts'

/** Headers that proxies add to the requests that they forward. */
const signsOfProxies = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Throws NOT_FOUND unless a browser or program on this machine sent the request directly, to a loopback name
 * such as localhost. Protects the sign-in to the demo, which needs no password. Refuses forms of other
 * origins, pages whose domain resolves to this machine, and proxies. A proxy without further settings
 * (nginx's bare `proxy_pass`) sends a loopback name as Host and adds no header. It is recognized by
 * `Connection: close`, which no browser sends. A proxy that passes the original Host is refused too, because
 * that Host is no loopback name.
 */
export function assertFromOwnMachine(headers: IncomingHttpHeaders): void {
  const { host = '', origin, connection = '' } = headers
  const site = `http://${host}`
  const isOwn =
    isLoopback(URL.parse(site)?.hostname ?? '') &&
    (origin === undefined || origin.toLowerCase() === site.toLowerCase()) &&
    connection.toLowerCase() !== 'close' &&
    signsOfProxies.every((name) => headers[name] === undefined)
  if (!isOwn) throw new DomainError('NOT_FOUND')
}
