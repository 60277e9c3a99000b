/** The largest number of networks from which an API key may be accepted. */
export const maxAllowedNetworks = 50

interface Address {
  /** The number of bits of the address: 32 for IPv4, 128 for IPv6. */
  readonly bits: 32 | 128
  readonly value: bigint
}

interface Network extends Address {
  readonly prefix: number
}

/**
 * The networks from which an API key is accepted. An IPv4 address that is written as an IPv6 address
 * (`::ffff:203.0.113.7`) is treated as the IPv4 address, because servers write it both ways.
 */
export class AllowedNetworks {
  readonly #networks: readonly Network[]

  /** Takes networks in CIDR notation, such as `203.0.113.0/24`. */
  constructor(networks: readonly string[]) {
    this.#networks = networks.flatMap((text) => networkIn(text) ?? [])
  }

  /** Returns whether a client address is in one of the networks. False for a text that is no address. */
  includes(text: string): boolean {
    const address = addressIn(text)
    return address !== null && this.#networks.some((network) => isWithin(address, network))
  }
}

/**
 * Returns a network in the one spelling in which it is stored, such as `203.0.113.0/24`; null if the text is no
 * network. An address without a prefix length is a network of this address alone.
 */
export function storedNetwork(text: string): string | null {
  const network = networkIn(text)
  if (network === null) return null
  const { bits, prefix, value } = network
  const rest = BigInt(bits - prefix)
  return `${textOf({ bits, value: (value >> rest) << rest })}/${prefix}`
}

function isWithin(address: Address, { bits, prefix, value }: Network): boolean {
  const rest = BigInt(bits - prefix)
  return address.bits === bits && address.value >> rest === value >> rest
}

function networkIn(text: string): Network | null {
  const [written = '', length, ...others] = text.split('/')
  const address = others.length > 0 ? null : addressIn(written)
  if (address === null) return null
  const { bits } = address
  if (length === undefined) return { ...address, prefix: bits }
  if (!/^(0|[1-9]\d{0,2})$/.test(length)) return null
  // The prefix length of an IPv4 network that is written as IPv6 counts the 96 bits before it.
  const prefix = Number(length) - (bits === 32 && written.includes(':') ? 96 : 0)
  return prefix >= 0 && prefix <= bits ? { ...address, prefix } : null
}

function addressIn(text: string): Address | null {
  // Leaves out the zone of a link-local address, such as `%eth0`.
  const [written = ''] = text.split('%')
  if (!written.includes(':')) {
    const value = valueOfIpv4(written)
    return value === null ? null : { bits: 32, value }
  }
  const value = valueOfIpv6(written)
  if (value === null) return null
  return value >> 32n === 0xffffn ? { bits: 32, value: value & 0xffff_ffffn } : { bits: 128, value }
}

function valueOfIpv4(text: string): bigint | null {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256))
    return null
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n)
}

function valueOfIpv6(text: string): bigint | null {
  const [, before = '', last = ''] = /^(.*:)([^:]*)$/.exec(text) ?? []
  const tail = last.includes('.') ? valueOfIpv4(last) : null
  if (last.includes('.') && tail === null) return null
  // Writes an IPv4 address at the end, as in `::ffff:203.0.113.7`, as two groups of the IPv6 address.
  const whole =
    tail === null ? text : `${before}${(tail >> 16n).toString(16)}:${(tail & 0xffffn).toString(16)}`
  const halves = whole.split('::')
  if (halves.length > 2) return null
  const [head = [], end = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - head.length - end.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...end]
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null
  return groups.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n)
}

function textOf({ bits, value }: Address): string {
  const [size, count, radix] = bits === 32 ? ([8n, 4, 10] as const) : ([16n, 8, 16] as const)
  const mask = (1n << size) - 1n
  const groups = Array.from({ length: count }, (_, index) =>
    ((value >> (size * BigInt(count - 1 - index))) & mask).toString(radix),
  )
  if (bits === 32) return groups.join('.')
  // Shortens the longest run of zeros, as RFC 5952 recommends.
  const runs = groups.join(':').match(/\b0(?::0)+\b/g) ?? []
  const longest = runs.toSorted((a, b) => b.length - a.length)[0]
  if (longest === undefined) return groups.join(':')
  const [head = '', ...rest] = groups.join(':').split(longest)
  return `${head.replace(/:$/, '')}::${rest.join(longest).replace(/^:/, '')}`
}
