import { hasEnded } from '../../../domain/job/job.ts'
import type { ExitCause, JobStore, RecipientPlace } from '../../../ports/job/jobs.ts'
import type { MessagePlace } from '../../../ports/sender/message/message-tokens.ts'
import { isActiveContact, rootOf } from '../person/contacts.ts'
import type { MemoryStore, StoredContact } from '../store.ts'
import type { Writes } from '../writes.ts'
import { canBeRetried } from './can-be-retried.ts'
import { stopRecipient } from './slices/exits.ts'

/** Returns the methods of the job store that stop or hold recipients, for one transaction. */
export function recipientExits(
  store: MemoryStore,
  writes: Writes,
  now: () => Date,
): Pick<JobStore, 'stopRecipient' | 'stopPerson'> {
  return {
    stopRecipient: async (organizationId, place, { exit, ...leaving }) =>
      stopRecipient(store, writes, { ...place, organizationId }, exit, leaving, now()),
    stopPerson: async (organizationId, address, { exit, answered, ...ending }) => {
      const leaving = { ...ending, until: null }
      const own = [...store.contacts.values()].filter(
        (one) =>
          one.organizationId === organizationId &&
          one.address === address &&
          (isActiveContact(store, one) || isFailedContact(store, one)),
      )
      const isAnswered = ({ jobId, recordId }: RecipientPlace) =>
        answered !== undefined &&
        recordId === answered.recordId &&
        rootOfId(store, jobId) === rootOfId(store, answered.jobId)
      const places = answered === undefined || own.some(isAnswered) ? own : [...own, answered]
      if (answered !== undefined)
        noteReply(store, writes, { organizationId, address, answered }, { exit, ...ending }, now())
      return places.filter((place) => {
        const ofPlace =
          answered === undefined || exit !== 'reply' || isAnswered(place) ? exit : 'replyElsewhere'
        return stopRecipient(store, writes, { ...place, organizationId }, ofPlace, leaving, now()) !== null
      }).length
    },
  }
}

/**
 * Stores a reply at the message that it answers, or at the latest message to the address, of the same recipient if there
 * is one. Keeps a request for no more mail (exit `unsubscribe`) if the person writes again.
 */
function noteReply(
  store: MemoryStore,
  writes: Writes,
  { organizationId, address, answered }: NotedReply,
  { exit, evidence }: Pick<ExitCause, 'exit' | 'evidence'>,
  at: Date,
): void {
  const rootJobId = rootOfId(store, answered.jobId)
  const isOfRecipient = (one: StoredContact) =>
    one.rootJobId === rootJobId && one.recordId === answered.recordId
  const [noted] = [...store.contacts.entries()]
    .filter(([, one]) => one.organizationId === organizationId && one.address === address)
    .toSorted(
      ([, a], [, b]) =>
        Number(isOfRecipient(b)) - Number(isOfRecipient(a)) ||
        Number(b.step === answered.step) - Number(a.step === answered.step) ||
        b.at.getTime() - a.at.getTime(),
    )
  if (noted === undefined) return
  // Includes the trigger of every unfinished job, also if the clock was set back since.
  const triggered = [...store.jobs.values()]
    .filter((job) => job.organizationId === organizationId && !hasEnded(job.status))
    .map(({ createdAt }) => createdAt.getTime())
  const earlier = noted[1].reply?.evidence
  const { request: _, ...withoutRequest } = evidence
  const notedEvidence =
    exit !== 'reply' ? evidence : earlier?.request === undefined ? withoutRequest : earlier
  const latest = new Date(Math.max(at.getTime(), ...triggered))
  writes.put(store.contacts, noted[0], { ...noted[1], reply: { at: latest, evidence: notedEvidence } })
}

interface NotedReply {
  readonly organizationId: string
  readonly address: string
  readonly answered: MessagePlace
}

function rootOfId(store: MemoryStore, jobId: string): string | null {
  const job = store.jobs.get(jobId)
  return job === undefined ? null : rootOf(store, job)
}

function isFailedContact(store: MemoryStore, { jobId, slice, recordId }: StoredContact): boolean {
  const recipient = store.slices.get(`${jobId} ${slice}`)?.recipients.get(recordId)
  return recipient !== undefined && canBeRetried(recipient.state, recipient.reason)
}
