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
 * Refuses a request from elsewhere that uses a loopback name of this machine. Such requests come from a form
 * of another origin, a page whose name resolves to this machine, or a proxy. A proxy without further settings
 * (nginx' bare `proxy_pass`) writes this machine's name into Host and adds no header. Such a proxy ends the
 * connection after each request, which no browser asks for.
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
