import { lookup as lookUp } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The sentence that tells users who can allow a private host, and by which setting. */
export const privateHostRemedy = 'The operator can allow a private host with ALLOWED_PRIVATE_HOSTS'

/**
 * `ForbiddenAddress` is thrown if a webhook or mail server has an address that is not public. Nothing is sent
 * to it.
 */
export class ForbiddenAddress extends Error {
  constructor(host: string) {
    super(`The host "${host}" is not on the public internet. ${privateHostRemedy}`)
    this.name = 'ForbiddenAddress'
  }
}

/**
 * Returns true if connecting to this IP literal is forbidden, because it is not public and not allowed by the
 * operator. No DNS lookup checks a literal.
 */
export function isForbiddenLiteral(host: string, allowedHosts: ReadonlySet<string>): boolean {
  return isIP(host) !== 0 && !allowedHosts.has(host) && !isPublic(host)
}

/**
 * Returns a DNS lookup that refuses a name if any of its addresses is not public. The connection uses the
 * checked address, so a second DNS answer cannot lead elsewhere.
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

/**
 * IP addresses in public ranges that are treated as private: the host of Azure's machines, and IPv4 addresses
 * written as IPv6.
 */
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
