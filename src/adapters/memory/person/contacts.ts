import { hasEnded } from '../../../domain/job/job.ts'
import type { StepSettlement } from '../../../domain/job/recipient/recipient.ts'
import { isUnfinished } from '../../../domain/job/recipient/recipient-state.ts'
import {
  type Asker,
  type ContactHistory,
  type PastContact,
  type Verdict,
  verdictOn,
} from '../../../domain/job/sending/contact-verdict.ts'
import { companyDomain } from '../../../domain/person/company-domain.ts'
import { noContactPolicy } from '../../../domain/person/contact-policy.ts'
import type { RulesOfMark, SendingMark } from '../../../ports/job/slices.ts'
import { type MemoryStore, type StoredContact, type StoredJob, versionSlot } from '../store.ts'

/** A request to reserve the address of a message. It is made before the message is marked as being sent. */
interface AddressClaim {
  readonly job: StoredJob
  readonly slice: number
  readonly mark: SendingMark
  readonly address: string
  readonly now: Date
  readonly rules: RulesOfMark
}

/**
 * Reserves an address for the message of a step to a recipient. Returns the reason if no message may be sent
 * to the address, otherwise null.
 */
export function claimAddress(store: MemoryStore, claimed: AddressClaim): Verdict | null {
  const { job, slice, mark, address, now, rules } = claimed
  const { organizationId, spinnerId } = job
  const rootJobId = rootOf(store, job)
  const { recordId, step } = mark
  const { contact, exclusive } = versionOf(store, job)
  const asker: Asker = {
    spinnerId,
    rootJobId,
    recordId,
    step,
    contact,
    exclusive: exclusive && rules === 'all',
  }
  const policy =
    rules === 'all' ? (store.contactPolicies.get(organizationId) ?? noContactPolicy) : noContactPolicy
  const verdict = verdictOn(address, asker, policy, historyOf(store, organizationId, address), now)
  if (verdict !== null) return verdict
  const { activePerDomain } = policy
  const activeDomain = activePerDomain === null ? null : companyDomain(address)
  const row = {
    organizationId,
    address,
    spinnerId,
    rootJobId,
    jobId: job.id,
    slice,
    recordId,
    step,
    activeDomain,
  }
  store.contacts.set(contactSlot(row), { ...row, at: now })
  return null
}

/**
 * Returns the past messages to an address, and the other people of its company, for the check of the contact
 * policy.
 */
export function historyOf(store: MemoryStore, organizationId: string, address: string): ContactHistory {
  const own = [...store.contacts.values()].filter((one) => one.organizationId === organizationId)
  return {
    contacts: own.filter((one) => one.address === address).map((one) => pastContact(store, one)),
    othersOfCompany: othersOfCompany(store, own, address),
  }
}

/**
 * Releases the reserved address of a message that is known not to have been sent. Like `release_contacts`, keeps a reply
 * that was attributed to the message by its author alone.
 */
export function releaseAddress(
  store: MemoryStore,
  job: StoredJob,
  { released, recordId, step }: Pick<StepSettlement, 'released' | 'recordId' | 'step'>,
): void {
  if (released === null) return
  const { organizationId } = job
  const slot = contactSlot({ organizationId, address: released, rootJobId: rootOf(store, job), step })
  const contact = store.contacts.get(slot)
  if (contact?.recordId !== recordId) return
  store.contacts.delete(slot)
  if (contact.reply !== undefined) noteAtLatest(store, contact, contact.reply)
}

/** Notes the reply of a released message at the latest other message to its address. */
function noteAtLatest(
  store: MemoryStore,
  { organizationId, address }: StoredContact,
  reply: NonNullable<StoredContact['reply']>,
): void {
  const [latest] = [...store.contacts.values()]
    .filter((one) => one.organizationId === organizationId && one.address === address)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
  if (latest === undefined) return
  const { evidence } = latest.reply?.evidence.request === undefined ? reply : latest.reply
  const at = new Date(Math.max(reply.at.getTime(), latest.reply?.at.getTime() ?? 0))
  store.contacts.set(contactSlot(latest), { ...latest, reply: { evidence, at } })
}

/** Returns the id of the job in which the recipients of a job first ran. */
export function rootOf(store: MemoryStore, { id, retryOf }: StoredJob): string {
  const before = retryOf === undefined ? undefined : store.jobs.get(retryOf)
  return before === undefined ? id : rootOf(store, before)
}

/** Returns the version of a spinner that a job runs. */
export function versionOf(store: MemoryStore, { spinnerId, spinnerVersion }: StoredJob) {
  const version = store.versions.get(versionSlot(spinnerId, spinnerVersion))
  if (version === undefined) throw new Error('The version of the spinner that the job runs does not exist')
  return version
}

function pastContact(store: MemoryStore, one: StoredContact): PastContact {
  const job = store.jobs.get(one.jobId)
  const isExclusive = job !== undefined && versionOf(store, job).exclusive
  return { ...one, holdsPerson: isExclusive && isActiveContact(store, one) }
}

function othersOfCompany(store: MemoryStore, own: readonly StoredContact[], address: string): number {
  const domain = companyDomain(address)
  const others = own.filter(
    (one) => one.activeDomain === domain && one.address !== address && isActiveContact(store, one),
  )
  return domain === null ? 0 : new Set(others.map((one) => one.address)).size
}

/**
 * Returns whether the recipient of a stored message has steps left in an unfinished job, or in a retry of its job.
 */
export function isActiveContact(store: MemoryStore, contact: StoredContact): boolean {
  const { jobId, slice, recordId } = contact
  const status = store.jobs.get(jobId)?.status
  const state = store.slices.get(`${jobId} ${slice}`)?.recipients.get(recordId)?.state
  if (status !== undefined && !hasEnded(status) && state !== undefined && isUnfinished(state)) return true
  const retries = [...store.jobs.values()].filter(({ retryOf }) => retryOf === jobId)
  return retries.some(({ id }) => isActiveContact(store, { ...contact, jobId: id }))
}

type Slot = Pick<StoredContact, 'organizationId' | 'address' | 'rootJobId' | 'step'>

const contactSlot = ({ organizationId, address, rootJobId, step }: Slot): string =>
  [organizationId, address, rootJobId, step].join(' ')
