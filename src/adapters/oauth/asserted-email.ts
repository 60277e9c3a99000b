import { domainOf } from '../../domain/account/open-id/email-domain.ts'
import { normalizedEmail } from '../../domain/email-address.ts'

/** The facts that a provider asserts about a person, in the ID token or at its userinfo endpoint. */
type Claims = Readonly<Record<string, unknown>>

const google = 'https://accounts.google.com'

/** Returns the address that the provider of the operator asserts and has verified; null if there is none. */
export function verifiedEmailIn({ email, email_verified: isVerified }: Claims): string | null {
  return typeof email === 'string' && isVerified === true ? normalizedEmail(email) : null
}

/**
 * Returns the address that an organization's own provider asserts, whose domain the organization must have proven.
 * `email_verified` may be absent, because company directories often leave it out. Google also has personal accounts with
 * addresses of companies, which the company cannot close; they lack the domain in `hd`. `signed` are the claims of the ID
 * token, and `told` those of the userinfo endpoint as well.
 */
export function vouchedEmailIn(reported: Claims, signed: Claims): string | null {
  const { email, email_verified: isVerified = true } = reported
  if (typeof email !== 'string' || isVerified !== true) return null
  const normalized = normalizedEmail(email)
  const isForeign = signed['iss'] === google && normalized !== null && signed['hd'] !== domainOf(normalized)
  return isForeign ? null : normalized
}
