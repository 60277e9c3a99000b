import { domainToUnicode } from 'node:url'

/** With its domain as people write it, and not as mail servers do. */
export function readableAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1
  return `${address.slice(0, at)}${domainToUnicode(address.slice(at)) || address.slice(at)}`
}
