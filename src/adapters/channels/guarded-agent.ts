import { Agent, buildConnector } from 'undici'
import { ForbiddenAddress, guardedLookup, isForbiddenLiteral } from './public-address.ts'

/**
 * Connects to public addresses only, whatever leads to others: a literal in any notation (the URL
 * parser has made it canonical), a name that resolves to one, or one of several answers.
 */
export function guardedAgent(allowedHosts: ReadonlySet<string>): Agent {
  const connect = buildConnector({ timeout: 5_000, lookup: guardedLookup(allowedHosts) })
  return new Agent({
    connect: (options, callback) => {
      const host = options.hostname.replace(/^\[|\]$/g, '')
      if (isForbiddenLiteral(host, allowedHosts)) {
        callback(new ForbiddenAddress(host), null)
        return
      }
      connect(options, callback)
    },
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
    maxHeaderSize: 16 * 1024,
    keepAliveTimeout: 5_000,
  })
}
