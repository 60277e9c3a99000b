import { isForbiddenLiteral, privateHostRemedy } from './public-address.ts'

const notPublic = `must be on the public internet. ${privateHostRemedy}`

/**
 * Returns what is wrong with a URL to which the service may send requests; null if nothing is. It begins with https://
 * and is on the public internet. Allowed private hosts may have http://.
 */
export function publicUrlFault(
  text: string,
  allowedHosts: ReadonlySet<string>,
  longest: number,
): string | null {
  if (text.length > longest) return `must have at most ${longest} characters`
  const url = /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) ? URL.parse(text) : null
  if (url === null || url.hostname === '') return 'must be a URL that begins with https://'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isAllowed = allowedHosts.has(host)
  if (isForbiddenLiteral(host, allowedHosts)) return notPublic
  if (/(?:^|\.)localhost\.?$/.test(host) && !isAllowed) return notPublic
  return url.protocol === 'https:' || isAllowed ? null : 'must be a URL that begins with https://'
}
