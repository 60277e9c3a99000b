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
 * Matches the form of exactly one address. Refuses "%" and "!" before the "@", which servers may read as a route to
 * another address.
 */
const singleAddress = /^[^\s\p{Cc}@,;:<>()[\]\\"%!]+@[^\s\p{Cc}@,;<>"]+\.[^\s\p{Cc}@,;<>"]+$/u
/** The largest length of an e-mail address in characters (RFC 5321). */
const maxAddressLength = 254
/** The largest length of a text that can be an address: blanks around it and a longer spelling of the domain count. */
const maxWrittenLength = 1_000

/**
 * Returns whether a text is exactly one address to which an e-mail can be sent. The check of an import, the types of
 * columns and the e-mail step use it, so a value that a table accepts as an address is one for a job too.
 */
export function isRecipientAddress(text: string): boolean {
  // Tests the length first, because a body may hold texts of several MB.
  if (text.length > maxWrittenLength || !singleAddress.test(text.trim())) return false
  const address = deliverableEmail(text)
  return address !== null && address.length <= maxAddressLength
}

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

/**
 * Returns the normalized form of a domain that a person typed, with or without an "@" before it. Throws
 * `VALIDATION_FAILED` if mail cannot be sent to it.
 */
export function domainOf(typed: string): string {
  const domain = normalizedDomain(typed.trim().replace(/^@/, ''))
  if (domain?.includes('.') === true) return domain
  const message = 'The text is not a domain, such as example.com'
  const errors = [{ pointer: '/domain', code: 'NOT_A_DOMAIN', message }]
  throw new DomainError('VALIDATION_FAILED', { message, errors })
}

/** Returns a domain in the form that all its spellings share; null if no mail can be sent to it. */
export function normalizedDomain(domain: string): string | null {
  if (plainDomain.test(domain) && !punycode.test(domain)) return domain.toLowerCase()
  if (neverInDomain.test(domain)) return null
  // Normalizes the domain with the URL parser, because that normalizes a host by UTS-46.
  const host = (URL.parse(`http://${domain}`)?.hostname ?? '').replace(/\.$/, '')
  return host.split('.').includes('') ? null : host
}
