import { lookup as lookUp } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The receiver is not one that people may send to. */
export class ForbiddenAddress extends Error {
  constructor(host: string) {
    super(`"${host}" is not an address on the public internet`)
    this.name = 'ForbiddenAddress'
  }
}

/** Whether a literal may not be connected to; a look-up is never asked about one. */
export function isForbiddenLiteral(host: string, allowedHosts: ReadonlySet<string>): boolean {
  return isIP(host) !== 0 && !allowedHosts.has(host) && !isPublic(host)
}

/**
 * A name that leads to others than public addresses, or one of several answers that does, is refused. What is
 * connected to is the very address that was looked at, so that a second answer cannot be another.
 */
export function guardedLookup(allowedHosts: ReadonlySet<string>): LookupFunction {
  return (hostname, options, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, [])
      const isFine = allowedHosts.has(hostname) || addresses.every(({ address }) => isPublic(address))
      if (addresses.length === 0 || !isFine) return callback(new ForbiddenAddress(hostname), [])
      if (options.all === true) return callback(null, addresses)
      const [first] = addresses
      callback(null, first?.address ?? '', first?.family ?? 4)
    })
  }
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
