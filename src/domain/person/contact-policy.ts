import type { Evidence, ReasonCode } from '../job/recipient/reason.ts'
import { companyDomain } from './company-domain.ts'

/** Whether a spinner writes to an address once, or once for each record that has it. */
export const contacts = ['oncePerPerson', 'oncePerRecord'] as const
export type Contact = (typeof contacts)[number]

/** How often an organization writes to one person, whatever the spinner; null for as often as it happens. */
export interface ContactPolicy {
  /** Between the last message of one spinner and the first of another. */
  readonly daysBetweenSpinners: number | null
  /** In 24 hours. */
  readonly messagesPerDay: number | null
  /** In seven days. */
  readonly messagesPerWeek: number | null
  /** People of one company, by the domain of their address, who are on the way at once. */
  readonly activePerDomain: number | null
}

export const noContactPolicy: ContactPolicy = {
  daysBetweenSpinners: null,
  messagesPerDay: null,
  messagesPerWeek: null,
  activePerDomain: null,
}

export function samePolicy(a: ContactPolicy, b: ContactPolicy): boolean {
  return (
    a.daysBetweenSpinners === b.daysBetweenSpinners &&
    a.messagesPerDay === b.messagesPerDay &&
    a.messagesPerWeek === b.messagesPerWeek &&
    a.activePerDomain === b.activePerDomain
  )
}

/** The reasons for which somebody waits because of it. */
export const waitsForPolicy: readonly ReasonCode[] = [
  'DAYS_BETWEEN_SPINNERS',
  'MESSAGES_PER_DAY',
  'MESSAGES_PER_WEEK',
  'ACTIVE_PER_DOMAIN',
]

export const mostOfPolicy: Readonly<Record<keyof ContactPolicy, number>> = {
  daysBetweenSpinners: 365,
  messagesPerDay: 100,
  messagesPerWeek: 700,
  activePerDomain: 100_000,
}

/** Who wants to write to an address: a recipient at a step. */
export interface Asker {
  readonly spinnerId: string
  /** The job, or the one whose failed recipients it runs again, and so on to the first. */
  readonly rootJobId: string
  readonly recordId: string
  readonly step: number
  readonly contact: Contact
  readonly exclusive: boolean
}

/** A message that went out to the address, or may have. */
export interface PastContact {
  readonly spinnerId: string
  readonly rootJobId: string
  readonly jobId: string
  readonly recordId: string
  readonly step: number
  readonly at: Date
  /** Its recipient has steps to go, in a spinner that is exclusive. */
  readonly holdsPerson: boolean
}

export interface ContactHistory {
  /** To the address, by all spinners of the organization; what the policy does not ask for may be left out. */
  readonly contacts: readonly PastContact[]
  /** Other people of the address's company who are on the way. */
  readonly othersOfCompany: number
}

/**
 * Why an address may not be written to; with the seconds after which it is to be looked at again, where it only waits.
 */
export interface Verdict {
  readonly code: ReasonCode
  readonly seconds: number | null
  readonly evidence: Evidence
}

/** When somebody of a company comes to the end is not known before. */
const askAgainSeconds = 900
const daySeconds = 24 * 60 * 60

/**
 * The first rule that says no, or null where the message may go. Rules about who is taken are for a recipient's first
 * message to the address: once it has begun, its later steps go on. `contact_verdict` says the same in SQL.
 */
export function verdictOn(
  address: string,
  asker: Asker,
  policy: ContactPolicy,
  history: ContactHistory,
  now: Date,
): Verdict | null {
  const past = history.contacts.toSorted(earliestFirst)
  const isOwn = (one: PastContact) => one.rootJobId === asker.rootJobId && one.recordId === asker.recordId
  const ofStep = past.find(
    (one) => one.rootJobId === asker.rootJobId && one.step === asker.step && !isOwn(one),
  )
  if (ofStep !== undefined) return { code: 'DUPLICATE_ADDRESS', seconds: null, evidence: writtenBy(ofStep) }
  const others = past.filter((one) => !isOwn(one) || one.step !== asker.step)
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
  const elsewhere = past.find((one) => one.holdsPerson && one.spinnerId !== asker.spinnerId)
  if (asker.exclusive && elsewhere !== undefined) {
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
  // Once this one is older than that, there is room.
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
  return { code: 'ACTIVE_PER_DOMAIN', seconds: askAgainSeconds, evidence: { limit, domain } }
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
