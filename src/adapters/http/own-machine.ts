import type { IncomingHttpHeaders } from 'node:http'
import { DomainError } from '../../domain/errors.ts'

/** Whether a host, as a listener or a URL names it, is the machine itself. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  return bare === 'localhost' || bare === '::1' || /^127(?:\.\d{1,3}){3}$/.test(bare)
}

/**
 * Refuses what a page from elsewhere makes a browser on this machine send: a form of another origin, and
 * a page whose own name has come to mean this machine. Both give themselves away by a name.
 */
export function assertFromOwnMachine({ host, origin }: IncomingHttpHeaders): void {
  const names = [`http://${host ?? ''}`, ...(origin === undefined ? [] : [origin])]
  if (!names.every((name) => isLoopback(URL.parse(name)?.hostname ?? ''))) throw new DomainError('NOT_FOUND')
}
