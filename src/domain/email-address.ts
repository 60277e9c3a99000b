import { DomainError } from './errors.ts'

/**
 * Matches a domain that has no other spelling except in upper case. Nearly all addresses have such a domain.
 */
const plainDomain = /^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z][a-z\d-]*$/i
const punycode = /(?:^|\.)xn--/i

/**
 * Matches characters that no domain of an e-mail address contains. A URL parser would end the domain at them,
 * remove them or decode them.
 */
const neverInDomain = /[\s\p{Cc}%/\\?#@:[\]]/u

/**
 * Returns an address in the form that all its spellings share, so that an unsubscribed person gets no mail at
 * another spelling. The domain is normalized by UTS-46 (full-width letters, soft hyphens, punycode, a final
 * dot). The local part is in NFC, and both parts are in lower case. Returns null if no mail can be sent to
 * the address.
 */
export function normalizedEmail(email: string): string | null {
  const text = email.trim()
  const at = text.lastIndexOf('@')
  const domain = normalizedDomain(text.slice(at + 1))
  return at <= 0 || domain === null ? null : `${text.slice(0, at).normalize('NFC').toLowerCase()}@${domain}`
}

/**
 * Returns the normalized form of an address that a person typed. Throws `VALIDATION_FAILED` if the text is no
 * address.
 */
export function emailOf(typed: string): string {
  const email = normalizedEmail(typed)
  if (email !== null) return email
  const message = 'The text is not an e-mail address'
  const errors = [{ pointer: '/email', code: 'NOT_AN_EMAIL', message }]
  throw new DomainError('VALIDATION_FAILED', { message, errors })
}

/**
 * Returns an address as it was written, but with a domain that every mail server reads alike. Otherwise a
 * server with another version of UTS-46 could deliver to another domain than the one that was looked up.
 */
export function deliverableEmail(email: string): string | null {
  const text = email.trim()
  const at = text.lastIndexOf('@')
  const written = text.slice(at + 1)
  const domain = normalizedDomain(written)
  if (at <= 0 || domain === null) return null
  return written.toLowerCase() === domain ? text : `${text.slice(0, at)}@${domain}`
}

function normalizedDomain(domain: string): string | null {
  if (plainDomain.test(domain) && !punycode.test(domain)) return domain.toLowerCase()
  if (neverInDomain.test(domain)) return null
  // Normalizes the domain with the URL parser, because that normalizes a host by UTS-46.
  const host = (URL.parse(`http://${domain}`)?.hostname ?? '').replace(/\.$/, '')
  return host.split('.').includes('') ? null : host
}
