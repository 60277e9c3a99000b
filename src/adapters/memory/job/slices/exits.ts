import { hasEnded } from '../../../../domain/job/job.ts'
import { waitsInZone } from '../../../../domain/job/recipient/reason.ts'
import { isUnfinished } from '../../../../domain/job/recipient/recipient-state.ts'
import type { Verdict } from '../../../../domain/job/sending/contact-verdict.ts'
import { waitsForPolicy } from '../../../../domain/person/contact-policy.ts'
import { type ExitOfRecipient, hasExit } from '../../../../domain/spinner/exit.ts'
import { noteRecipientEnds } from '../../event/note-jobs.ts'
import { rootOf, versionOf } from '../../person/contacts.ts'
import type { MemoryStore, StoredJob, StoredRecipient, StoredSlice } from '../../store.ts'
import { type Leaving, versionSlot } from '../../store.ts'
import type { Writes } from '../../writes.ts'
import { canBeRetried } from '../can-be-retried.ts'
import { isRetriedElsewhere } from '../retried-elsewhere.ts'

/**
 * Identifies a recipient to stop or hold: a record in a slice of a job, and in the jobs that retry that job.
 */
export interface RecipientToStop {
  readonly organizationId: string
  readonly jobId: string
  readonly slice: number
  readonly recordId: string
}

/**
 * Stops or holds a recipient, like the SQL function `stop_recipient`. For a recipient that is being sent to,
 * only stores that it is to be stopped or held after the message; for a failed recipient, that no retry takes it.
 * A hold of a recipient whose slice is leased takes effect with the release, because the runtime may still
 * store the outcome of an earlier step.
 */
export function stopRecipient(
  store: MemoryStore,
  writes: Writes,
  place: RecipientToStop,
  exit: ExitOfRecipient,
  leaving: Leaving,
  now: Date,
): 'stopped' | 'held' | null {
  let outcome: 'stopped' | 'held' | null = null
  for (const job of runsOf(store, place)) {
    const slot = `${job.id} ${place.slice}`
    const slice = store.slices.get(slot)
    const recipient = slice?.recipients.get(place.recordId)
    const version = store.versions.get(versionSlot(job.spinnerId, job.spinnerVersion))
    if (slice === undefined || recipient === undefined) continue
    if (version === undefined || !hasExit(version, exit)) continue
    if (canBeRetried(recipient.state, recipient.reason)) {
      if (leaving.until !== null || recipient.leaving?.until === null) continue
      const recipients = new Map(slice.recipients).set(place.recordId, { ...recipient, leaving })
      writes.put(store.slices, slot, { ...slice, recipients })
      if (!isRetriedElsewhere(store, slice, recipient)) outcome = 'stopped'
      continue
    }
    if (hasEnded(job.status) || !isUnfinished(recipient.state)) continue
    const waitsForRelease = leaving.until !== null && slice.lease !== null
    const left =
      waitsForRelease || slice.sending.has(place.recordId)
        ? asMarked(recipient, leaving, now)
        : gone(recipient, leaving, now)
    if (left === recipient) continue
    const recipients = new Map(slice.recipients).set(place.recordId, left)
    noteRecipientEnds(store, slice, { recipients }, now, writes)
    writes.put(store.slices, slot, { ...slice, recipients, dueAt: slice.closed ? slice.dueAt : now })
    outcome = leaving.until === null ? 'stopped' : (outcome ?? 'held')
  }
  return outcome
}

/**
 * Returns why the next message to a recipient may not be sent, because the recipient was stopped or is held;
 * null if it may be sent.
 */
export function verdictOfExit(recipient: StoredRecipient | undefined, now: Date): Verdict | null {
  if (recipient === undefined) return null
  const { leaving, reason, evidence, dueAt } = recipient
  const code = leaving?.code ?? reason
  if (leaving === undefined && isUnfinished(recipient.state) && !(code === 'ON_HOLD' && dueAt > now))
    return null
  const until = leaving === undefined ? dueAt : leaving.until
  const seconds =
    code === 'ON_HOLD' && until !== null ? Math.max(0, (until.getTime() - now.getTime()) / 1000) : null
  return { code: code ?? 'PERSON_ERASED', seconds, evidence: leaving?.evidence ?? evidence ?? {} }
}

/**
 * Returns why the next message of a job to an address may not be sent, because the person has replied to a message of
 * any job since the job was triggered; null if it may be sent. For the exit `unsubscribe`, a reply counts in which the
 * person asked for no more mail. Does the same as the SQL function `people_who_replied`.
 */
export function verdictOfReply(store: MemoryStore, job: StoredJob, address: string): Verdict | null {
  const version = versionOf(store, job)
  const countsAll = hasExit(version, 'replyElsewhere')
  if (!countsAll && !hasExit(version, 'unsubscribe')) return null
  const since = (store.jobs.get(rootOf(store, job)) ?? job).createdAt
  const [latest] = [...store.contacts.values()]
    .filter((one) => one.organizationId === job.organizationId && one.address === address)
    .flatMap(({ reply }) => (reply === undefined || reply.at < since ? [] : [reply]))
    .filter(({ evidence }) => countsAll || evidence.request === 'unsubscribe')
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
  return latest === undefined ? null : { code: 'REPLIED', seconds: null, evidence: latest.evidence }
}

/**
 * Stops or holds the recipients of a slice for which an exit was stored, once the outcomes of all its
 * messages are known. Failed recipients keep their stop, so that no retry takes them.
 */
export function applyMarkedExits(slice: StoredSlice, now: Date): StoredSlice {
  const recipients = [...slice.recipients.values()].map((one): StoredRecipient => {
    const { leaving, ...rest } = one
    if (leaving === undefined) return one
    if (leaving.until === null && canBeRetried(one.state, one.reason)) return one
    return isUnfinished(one.state) ? gone(rest, leaving, now) : rest
  })
  return { ...slice, recipients: new Map(recipients.map((one) => [one.recordId, one])) }
}

function gone(recipient: StoredRecipient, { code, evidence, until }: Leaving, now: Date): StoredRecipient {
  if (until !== null && !holdDelays(recipient, until, now)) return recipient
  const { leaving: _, ...rest } = recipient
  const state = until === null ? 'stopped' : 'waiting'
  const dueAt = until ?? recipient.dueAt
  return { ...rest, state, reason: code, error: null, evidence, dueAt, updatedAt: now }
}

/**
 * Returns a recipient that is to be stopped or held once the outcome of its message is known. A hold does not
 * replace a stop.
 */
function asMarked(recipient: StoredRecipient, leaving: Leaving, now: Date): StoredRecipient {
  const before = recipient.leaving
  const { until } = leaving
  if (until !== null && before !== undefined && before.code !== leaving.code) return recipient
  if (until !== null && !holdDelays(recipient, until, now)) return recipient
  return { ...recipient, leaving }
}

const waitsThatMayEndSooner: ReadonlySet<string | null> = new Set([
  ...waitsForPolicy,
  ...waitsInZone,
  'WAITS_FOR_CHANGE',
])

/** Returns whether a hold changes when a recipient continues, like the SQL function `hold_delays`. */
function holdDelays({ state, reason, dueAt }: StoredRecipient, until: Date, now: Date): boolean {
  return dueAt < until || (until > now && state === 'waiting' && waitsThatMayEndSooner.has(reason))
}

function runsOf(store: MemoryStore, { organizationId, jobId }: RecipientToStop): readonly StoredJob[] {
  const job = store.jobs.get(jobId)
  if (job?.organizationId !== organizationId) return []
  const again = [...store.jobs.values()].filter(({ retryOf }) => retryOf === jobId)
  return [job, ...again.flatMap(({ id }) => runsOf(store, { organizationId, jobId: id } as RecipientToStop))]
}
