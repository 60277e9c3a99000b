import { freeMailDomains } from '../../company-domain.ts'
import { DomainError } from '../../errors.ts'
import { sentence } from '../../text/sentence.ts'

/** An e-mail domain that an organization has added, so that its own sign-in provider may vouch for the addresses. */
export interface EmailDomain {
  readonly id: string
  readonly organizationId: string
  /** The domain as `normalizedEmail` spells it. */
  readonly domain: string
  readonly createdAt: Date
  /** The time from which the domain counts as proven; null if it is not proven. */
  readonly provenAt: Date | null
  /** The time when DNS was last asked; null if it was not asked yet. */
  readonly checkedAt: Date | null
  /** The time of the first check since which the record of a proven domain is missing; null if it was there. */
  readonly missingSince: Date | null
}

/** The largest number of domains of an organization. */
export const maxEmailDomains = 20

/** The days for which a proven domain may lack its record before it counts as not proven. */
const daysWithoutRecord = 7

const form = /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d-]{2,63}$/

/** Returns the domain of a normalized e-mail address. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}

/**
 * Checks a domain that a person typed, in the form that `normalizedEmail` gives it; null if no mail can be sent to it.
 * Domains of public mail providers are refused, because their addresses belong to people of all companies.
 */
export function checkedDomain(normalized: string | null): string {
  if (normalized === null || !form.test(normalized))
    throw refused('NOT_A_DOMAIN', sentence('The text is not a domain; use a name such as "example.com"'))
  if (freeMailDomains.has(normalized))
    throw refused(
      'PUBLIC_DOMAIN',
      sentence('"{normalized}" belongs to a public mail provider; add a domain of your own', { normalized }),
    )
  return normalized
}

function refused(code: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', { message, errors: [{ pointer: '/domain', code, message }] })
}

/** The TXT record that proves a domain. */
export interface ProofRecord {
  readonly name: string
  readonly value: string
}

export function proofRecord({ id, domain }: Pick<EmailDomain, 'id' | 'domain'>): ProofRecord {
  return { name: `_spindle-challenge.${domain}`, value: `spindle-domain=${id}` }
}

/**
 * Returns a domain after a check of its DNS records; null if DNS did not answer, which changes nothing but the time of
 * the check. A proven domain stays proven for seven days without its record.
 */
export function afterCheck(domain: EmailDomain, texts: readonly string[] | null, now: Date): EmailDomain {
  const checked = { ...domain, checkedAt: now }
  if (texts === null) return checked
  const { value } = proofRecord(domain)
  if (texts.some((text) => text.trim() === value))
    return { ...checked, provenAt: domain.provenAt ?? now, missingSince: null }
  if (domain.provenAt === null) return checked
  const missingSince = domain.missingSince ?? now
  const isLost = now.getTime() - missingSince.getTime() >= daysWithoutRecord * 24 * 60 * 60_000
  return isLost ? { ...checked, provenAt: null, missingSince: null } : { ...checked, missingSince }
}
