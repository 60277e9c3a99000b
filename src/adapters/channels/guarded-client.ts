import { HttpClient } from './http-client.ts'
import { ForbiddenAddress, guardedLookup, isForbiddenLiteral } from './public-address.ts'

/**
 * Returns an HTTP client that connects only to public addresses. A private address is refused as a literal in
 * any notation, because the URL parser makes literals canonical. A name is refused if one of its addresses is
 * private.
 */
export function guardedClient(allowedHosts: ReadonlySet<string>): HttpClient {
  return new HttpClient(({ Agent, buildConnector }) => {
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
  })
}
