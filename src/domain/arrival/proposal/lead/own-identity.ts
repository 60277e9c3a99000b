/** The addresses and names of an organization itself, which belong to no lead. */
export interface OwnIdentity {
  /** The e-mail addresses of members, invited people and senders, as `normalizedEmail` spells them. */
  readonly emails: ReadonlySet<string>
  /** The organization's own e-mail domains, without domains of public mail providers. */
  readonly domains: ReadonlySet<string>
  /** The name of the organization, in lower case. */
  readonly names: ReadonlySet<string>
}

/** No addresses and names of the organization are known: the default for callers that give none. */
export const noIdentity: OwnIdentity = { emails: new Set(), domains: new Set(), names: new Set() }

/** Returns whether a text is an address or the name of the organization itself. */
export function isOwn(text: string, { emails, domains, names }: OwnIdentity): boolean {
  const value = text.trim().toLowerCase()
  if (names.has(value) || emails.has(value)) return true
  const at = value.lastIndexOf('@')
  if (at === -1) return false
  const domain = value.slice(at + 1)
  return domains.has(domain) || [...domains].some((one) => domain.endsWith(`.${one}`))
}

const notice =
  /^(?:no-?_?reply|do-?_?not-?_?reply|notifications?|notify|mailer-daemon|postmaster|bounces?|alerts?)(?:[+.-][^@]*)?@/i

/** Returns whether an address only sends notices, as `no-reply@example.com` does. */
export function sendsNotices(text: string): boolean {
  return notice.test(text.trim())
}
