import { HttpClient } from './http-client.ts'
import { ForbiddenAddress, guardedLookup, isForbiddenLiteral } from './public-address.ts'

/**
 * Returns an HTTP client that connects only to public addresses. A private address is refused as a literal in
 * any notation, because the URL parser makes literals canonical. A name is refused if one of its addresses is
 * private. The client limits the time to connect. The caller of a request must limit its time by a signal.
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
      // Each caller passes a signal that ends its request, with its own time. A limit of the client would end the
      // request of a guard with a longer time.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 16 * 1024,
      keepAliveTimeout: 5_000,
    })
  })
}
