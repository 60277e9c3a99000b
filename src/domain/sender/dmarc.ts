/**
 * The highest number of DNS names at which receivers look for the DMARC record of a domain (RFC 9989, "tree walk"): the
 * domain itself and seven names above it.
 */
const maxDmarcLookups = 8

const policies = ['none', 'quarantine', 'reject'] as const
type Policy = (typeof policies)[number]

const strengths: Readonly<Record<Policy, string>> = {
  none: 'deliver mail that fails the check',
  quarantine: 'treat mail that fails the check as spam',
  reject: 'refuse mail that fails the check',
}

/** The DMARC record that receivers apply to mail of a domain. */
export interface DmarcRecord {
  /** The DNS name of the record. */
  readonly name: string
  readonly text: string
  /** The tags of the record in lower case, with their values. */
  readonly tags: ReadonlyMap<string, string>
}

/**
 * Returns the DNS names of the tree walk of RFC 9989, in their order: the domain, then the domains above it down to the
 * top-level domain. Skips labels of a domain with more than eight labels, so that no domain needs more than eight
 * look-ups.
 */
export function dmarcNames(domain: string): readonly string[] {
  const labels = domain.split('.')
  const above = labels.slice(1 + Math.max(0, labels.length - maxDmarcLookups))
  return [labels, ...above.map((_, from) => above.slice(from))].map((rest) => `_dmarc.${rest.join('.')}`)
}

/** Returns the texts that are DMARC records: their first tag is the version, which is compared exactly. */
export function dmarcRecordsIn(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => /^\s*[Vv]\s*=\s*DMARC1\s*(?:;|$)/.test(text))
}

/**
 * Returns the DMARC record that receivers apply to mail of a domain; null if there is none. The record of the domain
 * itself takes precedence, then the record of its organizational domain, then the record of a public suffix (`psd=y`).
 * Several records at one name count as none.
 */
export function appliedDmarc(
  domain: string,
  texts: ReadonlyMap<string, readonly string[] | null>,
): DmarcRecord | null {
  const walked: DmarcRecord[] = []
  for (const name of dmarcNames(domain)) {
    const [text, ...others] = dmarcRecordsIn(texts.get(name) ?? [])
    if (text === undefined || others.length > 0) continue
    const record = { name, text, tags: tagsIn(text) }
    if (name === `_dmarc.${domain}`) return record
    walked.push(record)
    if (/^[yn]$/i.test(record.tags.get('psd') ?? '')) break
  }
  const last = walked.at(-1)
  if (last?.tags.get('psd')?.toLowerCase() !== 'y') return last ?? null
  // The organizational domain is one label below a public suffix. A domain between it and the sender's domain has no
  // say, so the suffix's own record counts if the organizational domain has none.
  const labels = domain.split('.')
  const organizational = labels.slice(-(last.name.split('.').length - 1) - 1).join('.')
  return walked.find(({ name }) => name === `_dmarc.${organizational}`) ?? last
}

/**
 * Returns what a DMARC record asks receivers to do, as the end of a sentence. A record without a valid `p` counts as
 * `p=none`. The record of a domain above counts by `sp`, and by `np` for domains that do not exist in DNS.
 */
export function requestOfDmarc(domain: string, { name, tags }: DmarcRecord): string {
  const policy = policyIn(tags, 'p') ?? 'none'
  if (name === `_dmarc.${domain}`) return `it asks receivers to ${strengths[policy]} (p=${policy})`
  const below = policyIn(tags, 'sp') ?? policy
  const absent = policyIn(tags, 'np') ?? below
  const said = `it asks receivers to ${strengths[below]} of this domain (sp=${below})`
  return absent === below
    ? said
    : `${said}, and to ${strengths[absent]} of domains without DNS records (np=${absent})`
}

/** Returns a sentence about tags of a DMARC record that receivers read in another way than its author may expect. */
export function adviceOnDmarc({ tags }: DmarcRecord): string | null {
  if (policyIn(tags, 'p') === null)
    return 'The record has no valid "p", which counts as p=none; some receivers ignore such a record, so add p=none'
  const share = tags.get('pct')
  if (share !== undefined && share !== '100')
    return `Receivers that follow RFC 9989 ignore pct=${share} and apply the policy to all mail; use t=y for a test`
  return null
}

function policyIn(tags: ReadonlyMap<string, string>, tag: string): Policy | null {
  const value = tags.get(tag)?.toLowerCase()
  return policies.find((policy) => policy === value) ?? null
}

/** Returns the tags of a DMARC record. The first of several tags with one name counts. */
function tagsIn(text: string): ReadonlyMap<string, string> {
  const tags = new Map<string, string>()
  for (const part of text.split(';')) {
    const [, tag = '', value = ''] = /^\s*([a-z]+)\s*=\s*(.*?)\s*$/i.exec(part) ?? []
    if (tag !== '' && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), value)
  }
  return tags
}
