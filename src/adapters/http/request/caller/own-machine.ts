import type { IncomingHttpHeaders } from 'node:http'
import { DomainError } from '../../../../domain/errors.ts'
import { isLoopback } from '../../../system/loopback.ts'

/** What proxies say of those for whom they ask. */
const signsOfProxies = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Refuses what comes from elsewhere although it reaches this machine by its own name: a form of another
 * origin, a page whose name has come to mean this machine, and what a proxy hands on. A proxy that is told
 * nothing more than where to hand it on (nginx' bare `proxy_pass`) writes this machine's name into Host and
 * adds no header; it ends the connection after each request, which no browser asks for.
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
