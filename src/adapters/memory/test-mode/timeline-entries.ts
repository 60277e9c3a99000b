import type { TimelineEntry } from '../../../domain/test-mode/timeline.ts'
import type { MemoryStore, StoredJob, StoredLoggedMessage } from '../store.ts'

const empty = {
  email: null,
  recordId: null,
  spinnerId: null,
  jobId: null,
  step: null,
  messageId: null,
  subject: null,
  sender: null,
  url: null,
  status: null,
  text: null,
}

/** Returns everything that the timeline of a test organization shows, in no order. */
export function timelineEntriesOf(store: MemoryStore, organizationId: string): TimelineEntry[] {
  const own = ownOf(store, organizationId)
  return [
    ...sentMessages(own),
    ...calledUrls(own),
    ...inboundMail(own),
    ...unsubscribes(own),
    ...startsAndEndsOfJobs(own),
    ...endsOfRecipients(own),
  ]
}

/** The data of one test organization that its timeline shows. */
interface OwnData {
  readonly store: MemoryStore
  readonly organizationId: string
  readonly jobs: ReadonlyMap<string, StoredJob>
  readonly messages: readonly StoredLoggedMessage[]
  readonly isOwn: (one: { readonly organizationId: string }) => boolean
  readonly spinnerOf: (jobId: string) => string | null
  /** Finds a message that a job sent to a record, at the given step or, without a step, at any. */
  readonly writtenTo: (jobId: string, recordId: string, step?: number) => StoredLoggedMessage | undefined
}

function ownOf(store: MemoryStore, organizationId: string): OwnData {
  const isOwn = (one: { readonly organizationId: string }) => one.organizationId === organizationId
  const jobs = new Map([...store.jobs.values()].filter(isOwn).map((job) => [job.id, job]))
  const messages = [...store.messages.values()].filter(isOwn)
  return {
    store,
    organizationId,
    jobs,
    messages,
    isOwn,
    spinnerOf: (jobId) => jobs.get(jobId)?.spinnerId ?? null,
    writtenTo: (jobId, recordId, step) =>
      messages.find(
        (one) =>
          one.jobId === jobId && one.recordId === recordId && (step === undefined || one.step === step),
      ),
  }
}

function sentMessages({ store: { senders }, messages, spinnerOf }: OwnData): TimelineEntry[] {
  return messages.map((one): TimelineEntry => {
    const { id, createdAt: at, address, recordId, jobId, step, subject, senderId, state, words } = one
    const sender = senders.get(senderId ?? '')?.address ?? null
    const of = { email: address, recordId, jobId, step, spinnerId: spinnerOf(jobId) }
    const about = { messageId: id, subject, sender, status: state, text: words }
    return { ...empty, ...of, ...about, id: `m-message-${id}`, at, kind: 'message' }
  })
}

function calledUrls({ store, isOwn, spinnerOf, writtenTo }: OwnData): TimelineEntry[] {
  return [...store.testCalls.values()].filter(isOwn).map((one): TimelineEntry => {
    const { id, at, kind, jobId, recordId, step, method, url, outcome, words, body } = one
    const email = writtenTo(jobId, recordId)?.address ?? null
    const about = { url: `${method} ${url}`, status: outcome, text: words ?? body }
    const of = { email, recordId, jobId, step, spinnerId: spinnerOf(jobId) }
    return { ...empty, ...of, ...about, id: `m-${kind}-${id}`, at, kind }
  })
}

function inboundMail({
  store: { testAnswers, senders },
  isOwn,
  spinnerOf,
  writtenTo,
}: OwnData): TimelineEntry[] {
  return [...testAnswers.values()].filter(isOwn).flatMap((one): TimelineEntry[] => {
    const { playedAt: at, dueAt, inbound, place } = one
    const { kind, text } = inbound
    if (at === null || kind === 'unsubscribe') return []
    const { jobId, recordId, step } = place
    const message = writtenTo(jobId, recordId, step)
    const of = { recordId, jobId, step, spinnerId: spinnerOf(jobId), email: message?.address ?? null }
    const about = {
      messageId: message?.id ?? null,
      subject: message?.subject ?? null,
      sender: senders.get(message?.senderId ?? '')?.address ?? null,
      status: message?.state ?? null,
    }
    const id = `m-inbound-${kind}-${jobId}-${recordId}-${step}-${dueAt.getTime()}`
    return [{ ...empty, ...of, ...about, id, at, kind, text }]
  })
}

function unsubscribes({ store, organizationId }: OwnData): TimelineEntry[] {
  return [...store.suppressionEvents].flatMap(([slot, events]) =>
    slot.startsWith(organizationId)
      ? events
          .filter(({ kind }) => kind === 'unsubscribed')
          .map((one): TimelineEntry => {
            const email = slot.slice(organizationId.length + 1)
            const id = `m-unsubscribed-${Buffer.from(email).toString('hex').slice(0, 100)}`
            return { ...empty, id, at: one.at, kind: 'unsubscribed', email }
          })
      : [],
  )
}

function startsAndEndsOfJobs({ jobs }: OwnData): TimelineEntry[] {
  return [...jobs.values()].flatMap((job): TimelineEntry[] => {
    const of = { ...empty, jobId: job.id, spinnerId: job.spinnerId }
    const { startedAt, finishedAt } = job
    return [
      ...(startedAt === null
        ? []
        : [
            {
              ...of,
              id: `a-started-${job.id}`,
              at: startedAt,
              kind: 'started' as const,
              status: job.source,
            },
          ]),
      ...(finishedAt === null
        ? []
        : [
            {
              ...of,
              id: `z-finished-${job.id}`,
              at: finishedAt,
              kind: 'finished' as const,
              status: job.status,
            },
          ]),
    ]
  })
}

function endsOfRecipients({ store: { slices }, jobs, spinnerOf, writtenTo }: OwnData): TimelineEntry[] {
  return [...slices.values()].flatMap(({ jobId, recipients }) =>
    jobs.has(jobId)
      ? [...recipients.values()].flatMap((one): TimelineEntry[] => {
          const { recordId, state, step, updatedAt: at, reason, error } = one
          if (state !== 'skipped' && state !== 'failed' && state !== 'stopped' && state !== 'unconfirmed')
            return []
          if (state === 'unconfirmed' && writtenTo(jobId, recordId, step) !== undefined) return []
          const of = { recordId, jobId, step, spinnerId: spinnerOf(jobId) }
          const email = writtenTo(jobId, recordId)?.address ?? null
          const id = `n-${state}-${jobId}-${recordId}`
          return [{ ...empty, ...of, email, id, at, kind: state, status: reason, text: error }]
        })
      : [],
  )
}
