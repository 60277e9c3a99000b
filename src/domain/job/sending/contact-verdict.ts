import { companyDomain } from '../../company-domain.ts'
import type { Contact, ContactPolicy } from '../../contact/contact-policy.ts'
import type { Evidence, ReasonCode } from '../../reason.ts'

/** A recipient whose next message is checked against the contact policy, with the step that sends it. */
export interface Asker {
  readonly spinnerId: string
  /**
   * The id of the recipient's job or, if it retries failed recipients, of the first job of the chain of
   * retries.
   */
  readonly rootJobId: string
  readonly recordId: string
  readonly step: number
  readonly contact: Contact
  readonly isExclusive: boolean
}

/** A past message that was sent to the person's address, or may have been, as the contact policy counts it. */
export interface PastContact {
  readonly spinnerId: string
  readonly rootJobId: string
  readonly jobId: string
  readonly recordId: string
  readonly step: number
  readonly at: Date
  /**
   * Whether the recipient of this message has steps left in an exclusive spinner, so that other exclusive
   * spinners may not take the person.
   */
  readonly holdsPerson: boolean
}

export interface ContactHistory {
  /**
   * The messages to the address by all spinners of the organization. Messages that no rule of the policy
   * needs may be missing.
   */
  readonly contacts: readonly PastContact[]
  /** The number of other people at the same company domain who have steps left in a job. */
  readonly othersOfCompany: number
}

/**
 * The reason why an address may not be written to, and the seconds until the next check; null seconds if the
 * reason is final.
 */
export interface Verdict {
  readonly code: ReasonCode
  readonly seconds: number | null
  readonly evidence: Evidence
}

/**
 * The seconds after which a recipient that waits because of the company limit is checked again. The time when
 * other people have no steps left is not known in advance.
 */
const recheckSeconds = 900
const daySeconds = 24 * 60 * 60

/**
 * Returns the first contact rule that forbids a message to an address, or null if the message may be sent.
 * Rules about which people a spinner takes apply only to a recipient's first message to the address, so that
 * later steps are not stopped. `contact_verdict` in SQL implements the same rules.
 */
export function verdictOn(
  address: string,
  asker: Asker,
  policy: ContactPolicy,
  history: ContactHistory,
  now: Date,
): Verdict | null {
  const past = history.contacts.toSorted(earliestFirst)
  const isOwn = (contact: PastContact) =>
    contact.rootJobId === asker.rootJobId && contact.recordId === asker.recordId
  const ofStep = past.find(
    (contact) => contact.rootJobId === asker.rootJobId && contact.step === asker.step && !isOwn(contact),
  )
  if (ofStep !== undefined) return { code: 'DUPLICATE_ADDRESS', seconds: null, evidence: writtenBy(ofStep) }
  const others = past.filter((contact) => !isOwn(contact) || contact.step !== asker.step)
  if (!past.some(isOwn)) {
    const refusal = entryRefusal(asker, past) ?? tooSoonAfter(asker, policy, past, now)
    if (refusal !== null) return refusal
  }
  return (
    tooMany('MESSAGES_PER_DAY', policy.messagesPerDay, daySeconds, others, now) ??
    tooMany('MESSAGES_PER_WEEK', policy.messagesPerWeek, 7 * daySeconds, others, now) ??
    (past.some(isOwn) ? null : tooManyOfCompany(address, policy, history))
  )
}

function entryRefusal(asker: Asker, past: readonly PastContact[]): Verdict | null {
  const holder = past.find(({ spinnerId }) => spinnerId === asker.spinnerId)
  if (asker.contact === 'oncePerPerson' && holder !== undefined) {
    const code = holder.rootJobId === asker.rootJobId ? 'DUPLICATE_ADDRESS' : 'ALREADY_CONTACTED'
    return { code, seconds: null, evidence: writtenBy(holder) }
  }
  const elsewhere = past.find((contact) => contact.holdsPerson && contact.spinnerId !== asker.spinnerId)
  if (asker.isExclusive && elsewhere !== undefined) {
    const { spinnerId, jobId } = elsewhere
    return { code: 'IN_EXCLUSIVE_SPINNER', seconds: null, evidence: { spinnerId, jobId } }
  }
  return null
}

function tooSoonAfter(
  asker: Asker,
  { daysBetweenSpinners: limit }: ContactPolicy,
  past: readonly PastContact[],
  now: Date,
): Verdict | null {
  const last = past.findLast(({ spinnerId }) => spinnerId !== asker.spinnerId)
  if (limit === null || last === undefined) return null
  const seconds = secondsUntil(last.at, limit * daySeconds, now)
  const { spinnerId, jobId } = last
  return seconds > 0
    ? { code: 'DAYS_BETWEEN_SPINNERS', seconds, evidence: { limit, spinnerId, jobId } }
    : null
}

function tooMany(
  code: ReasonCode,
  limit: number | null,
  withinSeconds: number,
  past: readonly PastContact[],
  now: Date,
): Verdict | null {
  if (limit === null) return null
  // Finds the past message that is `limit` messages back. The next message is allowed once that message is
  // older than the period.
  const decisive = past.at(-limit)
  const seconds = decisive === undefined ? 0 : secondsUntil(decisive.at, withinSeconds, now)
  return seconds > 0 ? { code, seconds, evidence: { limit } } : null
}

function tooManyOfCompany(
  address: string,
  { activePerDomain: limit }: ContactPolicy,
  { othersOfCompany }: ContactHistory,
): Verdict | null {
  const domain = companyDomain(address)
  if (limit === null || domain === null || othersOfCompany < limit) return null
  return { code: 'ACTIVE_PER_DOMAIN', seconds: recheckSeconds, evidence: { limit, domain } }
}

function writtenBy({ recordId, jobId, at }: PastContact): Evidence {
  return { recordId, jobId, at: at.toISOString() }
}

function secondsUntil(at: Date, seconds: number, now: Date): number {
  return (at.getTime() - now.getTime()) / 1000 + seconds
}

function earliestFirst(a: PastContact, b: PastContact): number {
  return a.at.getTime() - b.at.getTime() || a.jobId.localeCompare(b.jobId) || a.step - b.step
}
