import { DomainError } from './errors.ts'

/** A domain that has no other spelling but in upper case. It is what nearly all addresses have. */
const plainDomain = /^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z][a-z\d-]*$/i
const punycode = /(?:^|\.)xn--/i

/** What ends a domain in a URL, and what a URL would take out or decode: no domain has it. */
const neverInDomain = /[\s\p{Cc}%/\\?#@:[\]]/u

/**
 * One form for all spellings of an address, so that somebody who asked for no more mail gets none at another
 * spelling: the domain by UTS-46 (full-width letters, soft hyphens, punycode, a dot at the end), the local
 * part in NFC, both in lower case. Null for what no mail can be sent to.
 */
export function normalizedEmail(email: string): string | null {
  const text = email.trim()
  const at = text.lastIndexOf('@')
  const domain = normalizedDomain(text.slice(at + 1))
  return at <= 0 || domain === null ? null : `${text.slice(0, at).normalize('NFC').toLowerCase()}@${domain}`
}

/** The same, for an address that somebody has typed: refuses what is none. */
export function emailOf(typed: string): string {
  const email = normalizedEmail(typed)
  if (email !== null) return email
  const message = 'This is not an e-mail address'
  const errors = [{ pointer: '/email', code: 'NOT_AN_EMAIL', message }]
  throw new DomainError('VALIDATION_FAILED', { message, errors })
}

/**
 * Where a mail goes: as it was written, but with a domain that every mail server reads alike. Somewhere on
 * the way another reading of UTS-46 could make another domain of it than the one that was looked up.
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
  // The host of a URL is normalised by UTS-46.
  const host = (URL.parse(`http://${domain}`)?.hostname ?? '').replace(/\.$/, '')
  return host.split('.').includes('') ? null : host
}
