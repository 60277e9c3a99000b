import type { KnownSuppression, SuppressionEvent } from '../contact/suppression.ts'
import type { ReasonView, StoredReason } from '../job/recipient/reason-view.ts'
import { reasonOf } from '../job/recipient/reason-view.ts'
import { isUnfinished } from '../job/recipient/recipient-status.ts'
import type { LoggedMessage } from '../sender/message/logged-message.ts'
import type { MessageChannel } from '../spinner/steps/step-capabilities.ts'
import type { TimelineItem, TimelineSource } from './timeline.ts'

/** The arrival of a person's record: its time and its origin, such as an API key or an import. */
interface Arrived {
  readonly at: Date
  readonly dataTableId: string
  readonly recordId: string
  readonly requestId: string
  readonly source: TimelineSource | null
}

interface TracedChange extends Arrived {
  readonly columns: readonly string[]
}

/** The stored progress of one of the person's records in a job. */
export interface Passage extends StoredReason {
  readonly jobId: string
  readonly spinnerId: string
  readonly dataTableId: string
  readonly recordId: string
  /** The time when the job took the record into its audience. */
  readonly takenAt: Date
  readonly cancelledAt: Date | null
  readonly step: number
  readonly updatedAt: Date
  readonly deliveries: readonly {
    readonly step: number
    readonly channel: MessageChannel
    readonly status: 'sent' | 'failed' | 'unconfirmed'
    readonly at: Date
  }[]
}

/** A message that was sent to the person's address, or may have been. */
export interface ContactTrace {
  readonly jobId: string
  readonly spinnerId: string
  readonly dataTableId: string
  readonly recordId: string
  readonly step: number
  readonly at: Date
  /** The time of the reply to the message by which the person asked for no more mail; null if there is none. */
  readonly removalRequestedAt: Date | null
}

/** A reply in which a person asked for no more mail, with the spinner and job whose message it answers. */
export interface RemovalRequest {
  readonly at: Date
  readonly spinnerId: string
  readonly jobId: string
}

/** Returns the latest request for no more mail among the messages to a person; null if there is none. */
export function removalRequestOf(contacts: readonly ContactTrace[]): RemovalRequest | null {
  const requests = contacts.flatMap(({ removalRequestedAt: at, spinnerId, jobId }) =>
    at === null ? [] : [{ at, spinnerId, jobId }],
  )
  return requests.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0] ?? null
}

/** A step that a job will take next for a record of a person. */
export interface UpcomingStep {
  readonly spinnerId: string
  readonly jobId: string
  readonly dataTableId: string
  readonly recordId: string
  readonly step: number
  /** The earliest time of the step; null if the job takes it as soon as it can, or if the time is unknown. */
  readonly at: Date | null
  /** The reason why the record waits; null if it waits for its turn. */
  readonly reason: ReasonView | null
}

/** Returns the next step of each record of a person in a job that still runs, soonest first. */
export function upcomingSteps(passages: readonly Passage[]): readonly UpcomingStep[] {
  return passages
    .filter(({ status, cancelledAt }) => isUnfinished(status) && cancelledAt === null)
    .map((passage) => ({
      ...jobOf(passage),
      step: passage.step,
      at: passage.status === 'waiting' && Number.isFinite(passage.dueAt.getTime()) ? passage.dueAt : null,
      reason: reasonOf(passage, false),
    }))
    .toSorted((a, b) => (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0))
}

/** The stored records, job recipients and messages of a person, from which the person's timeline is made. */
export interface PersonTrace {
  readonly arrivals: readonly Arrived[]
  readonly changes: readonly TracedChange[]
  readonly passages: readonly Passage[]
  readonly contacts: readonly ContactTrace[]
}

/**
 * The data about a person, besides records, jobs and contacts, that their timeline shows, such as suppressions
 * and logged e-mails.
 */
export interface OtherTraces {
  readonly suppression: KnownSuppression | null
  readonly events?: readonly SuppressionEvent[]
  /** The arrivals that contain the person's data but added no record, because they are held or were refused. */
  readonly leads?: readonly LeadItem[]
  readonly messages?: readonly LoggedMessage[]
}

export type LeadItem = Extract<TimelineItem, { kind: 'held' | 'refused' }>

function isEventOf(event: SuppressionEvent, { reason, createdAt }: KnownSuppression): boolean {
  return event.kind === reason && event.at.getTime() === createdAt.getTime()
}

const kindOfSuppression = {
  unsubscribed: 'unsubscribed',
  bounced: 'bounced',
  complained: 'complained',
  added: 'suppressed',
  lifted: 'lifted',
} as const

/**
 * Returns all events of a person, such as added records, messages and replies, as items of the person's
 * timeline.
 */
export function timelineOf(
  { arrivals, changes, passages, contacts }: PersonTrace,
  { suppression, events = [], leads = [], messages = [] }: OtherTraces,
  address: string | null,
): TimelineItem[] {
  const items: TimelineItem[] = [
    ...changes.map((change) => ({ kind: 'updated' as const, ...change })),
    ...arrivals.map((arrival) => ({ kind: 'arrived' as const, ...arrival })),
  ]
  items.push(...events.map(({ kind, at }) => ({ kind: kindOfSuppression[kind], at })), ...leads)
  // Adds a timeline item for the present suppression if no stored event explains it, because the erasure of a
  // person deletes such events. Leaves out a suppression of which only a digest is stored.
  if (
    suppression !== null &&
    suppression.id !== null &&
    !events.some((event) => isEventOf(event, suppression))
  )
    items.push({ kind: kindOfSuppression[suppression.reason], at: suppression.createdAt })
  const written = new Set(contacts.map(placeOf))
  for (const passage of passages) {
    items.push({ kind: 'taken', at: passage.takenAt, ...jobOf(passage) })
    for (const { step, channel, status, at } of passage.deliveries) {
      const to = written.has(placeOf({ ...passage, step })) ? address : null
      if (status === 'sent') items.push({ kind: 'sent', at, ...jobOf(passage), step, channel, to })
    }
    items.push(...endOf(passage))
  }
  const byRecipient = new Map(passages.map((passage) => [recipientOf(passage), passage] as const))
  for (const contact of contacts) {
    const passage = byRecipient.get(recipientOf(contact))
    if (passage?.deliveries.some(({ step }) => step === contact.step) === true) continue
    // Adds a timeline item for an e-mail that has no stored delivery: its outcome is not stored yet, or its job
    // was deleted.
    const isInProgress = passage?.step === contact.step && isUnfinished(passage.status)
    const { step, at } = contact
    const kind = isInProgress ? 'sending' : 'sent'
    items.push({ kind, at, ...jobOf(contact), step, channel: 'email', to: address })
  }
  const byPlace = new Map(messages.map((message) => [placeOf(message), message] as const))
  return items.map((item) => withMail(item, byPlace))
}

/** Returns a timeline item of a step together with the logged e-mail of that step, if the log has it. */
function withMail(item: TimelineItem, byPlace: ReadonlyMap<string, LoggedMessage>): TimelineItem {
  if (!('step' in item)) return item
  const found = byPlace.get(placeOf(item))
  // Adds no logged e-mail to timeline items of recipients that wait or were stopped at a step. The logged
  // e-mail may belong to an earlier attempt at that step.
  if (found === undefined || item.kind === 'waits' || item.kind === 'stopped') return item
  const { id, to, subject, status, serverResponse } = found
  return { ...item, mail: { id, to, subject, status, serverResponse } }
}

function endOf(passage: Passage): TimelineItem[] {
  const { status, step, updatedAt, cancelledAt, error } = passage
  const reason = reasonOf(passage, cancelledAt !== null)
  const why = { ...jobOf(passage), step, reason, message: reason?.message ?? error }
  if (isUnfinished(status)) {
    if (cancelledAt !== null) return [{ kind: 'stopped', at: cancelledAt, ...why }]
    return reason === null ? [] : [{ kind: 'waits', at: updatedAt, ...why }]
  }
  return status === 'done' ? [] : [{ kind: status, at: updatedAt, ...why }]
}

function jobOf({
  dataTableId,
  recordId,
  spinnerId,
  jobId,
}: Omit<ContactTrace, 'step' | 'at' | 'removalRequestedAt'>) {
  return { dataTableId, recordId, spinnerId, jobId }
}

const recipientOf = ({ jobId, recordId }: Pick<ContactTrace, 'jobId' | 'recordId'>) => `${jobId} ${recordId}`
const placeOf = (one: Pick<ContactTrace, 'jobId' | 'recordId' | 'step'>) => `${recipientOf(one)} ${one.step}`
