import { domainToUnicode } from 'node:url'

/** Returns an e-mail address with its domain in Unicode, as people write it, instead of Punycode. */
export function readableAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1
  return `${address.slice(0, at)}${domainToUnicode(address.slice(at)) || address.slice(at)}`
}
