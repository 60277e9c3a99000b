import { adviceOnDmarc, appliedDmarc, dmarcNames, dmarcRecordsIn, requestOfDmarc } from './dmarc.ts'
import type { SenderKind } from './sender.ts'

export const domainRecords = ['spf', 'dkim', 'dmarc'] as const
type DomainRecord = (typeof domainRecords)[number]

/**
 * The states of a finding about a domain's DNS. `unknown` means that the name to query is not known: the record may be
 * missing. `unanswered` means that DNS did not answer, which may be an outage, so it blocks nothing.
 */
export const findingStatuses = ['found', 'missing', 'wrong', 'unknown', 'unanswered'] as const
type FindingStatus = (typeof findingStatuses)[number]

/** The finding about one DNS record by which receivers authenticate mail of a domain. */
export interface DomainFinding {
  readonly record: DomainRecord
  readonly status: FindingStatus
  /** The DNS name at which the SPF, DKIM or DMARC record was found or must be added. */
  readonly name: string
  readonly type: 'TXT' | 'CNAME'
  /**
   * The text of the DNS record to add under `name`, as far as it can be known; null if nothing must be added.
   */
  readonly value: string | null
  readonly message: string
  readonly found: readonly string[]
}

export interface DomainVerdict {
  readonly domain: string
  readonly findings: readonly DomainFinding[]
  readonly checkedAt: Date
}

/** The properties of a sender that decide which DNS records its domain needs. */
export interface SenderDomain {
  readonly kind: SenderKind
  readonly domain: string
  /** The host name of the mail server by which the sender sends; null if it is not known. */
  readonly host: string | null
  /** The DKIM selector under which the sender's server signs, if it is known; otherwise null. */
  readonly dkimSelector: string | null
}

/** The TXT records that DNS returned, by queried DNS name; null for a name for which DNS did not answer. */
export type TextRecords = ReadonlyMap<string, readonly string[] | null>

/**
 * The providers' own mailbox domains. The provider signs for these domains, and nobody else can add records
 * to them.
 */
const ownDomains: Readonly<Partial<Record<SenderKind, readonly string[]>>> = {
  google: ['gmail.com', 'googlemail.com'],
  microsoft: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
}

const spfOf: Readonly<Partial<Record<SenderKind, string>>> = {
  google: '_spf.google.com',
  microsoft: 'spf.protection.outlook.com',
}

const selectorsOf: Readonly<Partial<Record<SenderKind, readonly string[]>>> = {
  google: ['google'],
  microsoft: ['selector1', 'selector2'],
}

/**
 * The highest number of DNS lookups that the check of one SPF record makes: 10, as receivers may make by RFC
 * 7208.
 */
export const maxSpfLookups = 10

function isProvidersOwn({ kind, domain }: SenderDomain): boolean {
  return ownDomains[kind]?.includes(domain) === true
}

/** Returns the DNS names to query for a domain's records, except names to which its SPF record refers. */
export function namesToLookUp(owner: SenderDomain): readonly string[] {
  if (isProvidersOwn(owner)) return []
  return [owner.domain, ...dmarcNames(owner.domain), ...dkimNames(owner)]
}

/** Returns the DNS names that an SPF record includes or redirects to. */
export function spfReferences(record: string): readonly string[] {
  return [...record.matchAll(/(?:^|\s)[+?~-]?(?:include:|redirect=)([^\s]+)/gi)].map(([, name = '']) =>
    name.toLowerCase(),
  )
}

export function spfIn(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => /^v=spf1(?:\s|$)/i.test(text.trim()))
}

/**
 * Returns the state of each DNS record by which receivers authenticate mail of a domain. A missing or wrong
 * record comes with the text to add.
 */
export function findingsOf(owner: SenderDomain, texts: TextRecords): readonly DomainFinding[] {
  if (isProvidersOwn(owner)) {
    const message = 'The domain belongs to the provider, which publishes its records'
    const finding = {
      status: 'found',
      name: owner.domain,
      type: 'TXT',
      value: null,
      message,
      found: [],
    } as const
    return domainRecords.map((record) => ({ record, ...finding }))
  }
  return [spfFinding(owner, texts), dkimFinding(owner, texts), dmarcFinding(owner, texts)]
}

/**
 * Returns the findings about a sender's domain that an admin must accept before publishing: DNS records that are missing,
 * wrong or not known. Some large providers, such as GMX and WEB.DE, refuse mail that has SPF but no DKIM signature.
 */
export function blockingFindings({ findings }: Pick<DomainVerdict, 'findings'>): readonly DomainFinding[] {
  return findings.filter(({ status }) => status !== 'found' && status !== 'unanswered')
}

function spfFinding(owner: SenderDomain, texts: TextRecords): DomainFinding {
  const { kind, domain } = owner
  const found = spfIn(texts.get(domain) ?? [])
  const at = { record: 'spf', name: domain, type: 'TXT', found } as const
  if (texts.get(domain) === null) return { ...at, ...unanswered }
  const [record] = found
  const provider = spfOf[kind]
  const allows = provider === undefined ? (allowOf(owner.host) ?? 'mx') : `include:${provider}`
  if (record === undefined) {
    const value = `v=spf1 ${allows} ~all`
    return {
      ...at,
      status: 'missing',
      value,
      message: 'The domain has no SPF record, so receivers cannot check who may send for it; add the record',
    }
  }
  if (found.length > 1) {
    const message =
      'The domain has several SPF records, so receivers ignore all of them; merge them into one record'
    return { ...at, status: 'wrong', value: withAllowed(record, allows), message }
  }
  if (/^v=spf1\s+-all\s*$/i.test(record.trim())) {
    const message = 'The SPF record forbids all e-mail of this domain; replace it'
    return { ...at, status: 'wrong', value: `v=spf1 ${allows} ~all`, message }
  }
  if (provider !== undefined && !reaches(record, provider, texts)) {
    const message = `The SPF record does not include ${provider}, which sends the e-mail of this sender; replace the record`
    return { ...at, status: 'wrong', value: withAllowed(record, allows), message }
  }
  return { ...at, status: 'found', value: null, message: 'The domain has an SPF record' }
}

/**
 * Returns whether an SPF record allows the provider, directly or through its includes. A DNS name without an
 * answer, or past the limit of lookups, counts as allowing it.
 */
function reaches(record: string, provider: string, texts: TextRecords): boolean {
  const seen = new Set<string>()
  const open = [...spfReferences(record)]
  for (let name = open.shift(); name !== undefined; name = open.shift()) {
    if (name === provider) return true
    if (seen.has(name)) continue
    seen.add(name)
    const answered = texts.get(name)
    if (answered == null) return true
    open.push(...spfIn(answered).flatMap(spfReferences))
  }
  return false
}

function dkimFinding(owner: SenderDomain, texts: TextRecords): DomainFinding {
  const { kind, domain } = owner
  const names = dkimNames(owner)
  const [first] = names
  if (first === undefined) {
    const message =
      'The DKIM selector is not known, so DKIM is not checked, and some providers, such as GMX and WEB.DE, refuse mail without a DKIM signature. Ask the operator of the mail server for the selector and set it on the sender'
    const name = `<selector>._domainkey.${domain}`
    return { record: 'dkim', status: 'unknown', name, type: 'TXT', value: null, message, found: [] }
  }
  const keys = names.map((name) => ({ name, found: texts.get(name) ?? [] }))
  const good = keys.find(({ found }) => found.some(isKey))
  const { name, found } = good ?? { name: first, found: keys.flatMap((key) => key.found) }
  const at = { record: 'dkim', name, found } as const
  if (good !== undefined)
    return { ...at, type: 'TXT', status: 'found', value: null, message: 'The domain has a DKIM key' }
  if (names.some((one) => texts.get(one) === null)) return { ...at, type: 'TXT', ...unanswered }
  const status = found.length > 0 ? 'wrong' : 'missing'
  const without = status === 'wrong' ? 'The DKIM record has no key' : 'The domain has no DKIM key'
  if (kind === 'microsoft') {
    const value = `selector1-${domain.replaceAll('.', '-')}._domainkey.<your tenant>.onmicrosoft.com`
    const message = `${without}. Turn on DKIM for the domain in Microsoft Defender, which shows the two CNAME records to add`
    return { ...at, type: 'CNAME', status, value, message }
  }
  const where =
    kind === 'google' ? 'the Google Admin console (Gmail, "Authenticate email")' : 'the mail server'
  const value = 'v=DKIM1; k=rsa; p=<the key>'
  return {
    ...at,
    type: 'TXT',
    status,
    value,
    message: `${without}. Create a key in ${where} and add it as this record`,
  }
}

function dmarcFinding({ domain }: SenderDomain, texts: TextRecords): DomainFinding {
  const names = dmarcNames(domain)
  const [domainName = ''] = names
  const value = 'v=DMARC1; p=none'
  const at = { record: 'dmarc', name: domainName, type: 'TXT' } as const
  const applied = appliedDmarc(domain, texts)
  // A record further up does not count if DNS did not answer for a name before it, which may have a record of its own.
  const queriedNames = applied === null ? names : names.slice(0, names.indexOf(applied.name))
  const several = queriedNames
    .map((name) => ({ name, found: dmarcRecordsIn(texts.get(name) ?? []) }))
    .find(({ found }) => found.length > 1)
  if (several !== undefined && (several.name === domainName || applied === null)) {
    const message = 'The domain has several DMARC records, so receivers ignore all of them; keep one of them'
    return { ...at, ...several, status: 'wrong', value: several.found[0] ?? value, message }
  }
  if (queriedNames.some((name) => texts.get(name) === null)) return { ...at, found: [], ...unanswered }
  if (applied === null) {
    const message =
      'The domain has no DMARC record, so receivers have no rule for forged e-mail; add the record'
    return { ...at, found: [], status: 'missing', value, message }
  }
  const { name, text } = applied
  const advice = adviceOnDmarc(applied)
  const message = `The domain has a DMARC record; ${requestOfDmarc(domain, applied)}`
  const whole = advice === null ? message : `${message}. ${advice}`
  return { ...at, name, found: [text], status: 'found', value: null, message: whole }
}

const unanswered = {
  status: 'unanswered',
  value: null,
  message: 'DNS did not answer; check again later',
} as const

function dkimNames({ kind, domain, dkimSelector }: SenderDomain): readonly string[] {
  const selectors = dkimSelector === null ? (selectorsOf[kind] ?? []) : [dkimSelector]
  return selectors.map((selector) => `${selector}._domainkey.${domain}`)
}

/** Returns whether a DKIM record has a public key. An empty key means that the key was revoked. */
function isKey(text: string): boolean {
  return /(?:^|;)\s*p\s*=\s*[^\s;]/i.test(text)
}

function allowOf(host: string | null): string | null {
  if (host === null) return null
  if (/^\d+(?:\.\d+){3}$/.test(host)) return `ip4:${host}`
  return host.includes(':') ? `ip6:${host}` : `a:${host}`
}

/**
 * Inserts the mechanism for the provider directly after the version of an SPF record, so that no earlier
 * mechanism can override it.
 */
function withAllowed(record: string, allows: string): string {
  return record.includes(allows) ? record : record.trim().replace(/^v=spf1/i, `v=spf1 ${allows}`)
}
