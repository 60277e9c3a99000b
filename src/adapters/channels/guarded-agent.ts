import { lookup as lookUp } from 'node:dns'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector } from 'undici'

/** The receiver is not one that people may send to. */
export class ForbiddenAddress extends Error {
  constructor(host: string) {
    super(`"${host}" is not an address on the public internet`)
    this.name = 'ForbiddenAddress'
  }
}

/**
 * Connects to public addresses only, whatever leads to others: a literal in any notation (the URL
 * parser has made it canonical), a name that resolves to one, or one of several answers. It connects
 * to the very address that it looked at, so that a second answer cannot be another.
 */
export function guardedAgent(allowedHosts: ReadonlySet<string>): Agent {
  const connect = buildConnector({
    timeout: 5_000,
    lookup: (hostname, options, callback) => {
      lookUp(hostname, { ...options, all: true }, (error, addresses) => {
        if (error !== null) return callback(error, [])
        const isFine = allowedHosts.has(hostname) || addresses.every(({ address }) => isPublic(address))
        if (addresses.length === 0 || !isFine) return callback(new ForbiddenAddress(hostname), [])
        if (options.all === true) return callback(null, addresses)
        const [first] = addresses
        callback(null, first?.address ?? '', first?.family ?? 4)
      })
    },
  })
  return new Agent({
    connect: (options, callback) => {
      const host = options.hostname.replace(/^\[|\]$/g, '')
      // A look-up is never asked about a literal.
      if (isIP(host) !== 0 && !allowedHosts.has(host) && !isPublic(host)) {
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

/** Public by range, and private by use: the host of Azure's machines; IPv4 in the clothes of IPv6. */
const privateByUse = [ipaddr.parseCIDR('168.63.129.16/32'), ipaddr.parseCIDR('::/96')]

export function isPublic(address: string): boolean {
  try {
    const parsed = ipaddr.process(address)
    const isPrivate = privateByUse.some(
      ([range, bits]) => parsed.kind() === range.kind() && parsed.match(range, bits),
    )
    return parsed.range() === 'unicast' && !isPrivate
  } catch {
    return false
  }
}
