import { invalidCursor, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import type { TimelineEntry } from '../../../domain/test-mode/timeline.ts'
import { type TestCall, TestTimeline, type TimelineFilter } from '../../../ports/test-mode/test-timeline.ts'
import type { MemoryStore } from '../store.ts'

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

export class MemoryTestTimeline extends TestTimeline {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async list(
    organizationId: string,
    { spinnerId, email }: TimelineFilter,
    page: Page,
  ): Promise<PageOf<TimelineEntry>> {
    const after = page.after
    if (after !== null && !/^\d{1,18}\.[\w-]{1,150}$/.test(after)) throw invalidCursor()
    const entries = this.#entries(organizationId)
      .filter(
        (one) =>
          (spinnerId === null || one.spinnerId === spinnerId) && (email === null || one.email === email),
      )
      .toSorted((a, b) => compared(a, b))
    const from = after === null ? 0 : entries.findIndex((one) => keyOf(one) === after) + 1
    return pageOf(entries.slice(from, from + page.limit + 1), page, keyOf)
  }

  override async addCall(call: TestCall): Promise<void> {
    if (this.#store.jobs.has(call.jobId)) this.#store.testCalls.set(call.id, call)
  }

  #entries(organizationId: string): TimelineEntry[] {
    const { messages, testCalls, testAnswers, suppressionEvents, jobs, slices, senders } = this.#store
    const isOwn = (one: { readonly organizationId: string }) => one.organizationId === organizationId
    const ownJobs = new Map([...jobs.values()].filter(isOwn).map((job) => [job.id, job]))
    const spinnerOf = (jobId: string) => ownJobs.get(jobId)?.spinnerId ?? null
    const ownMessages = [...messages.values()].filter(isOwn)
    const writtenTo = (jobId: string, recordId: string, step?: number) =>
      ownMessages.find(
        (one) =>
          one.jobId === jobId && one.recordId === recordId && (step === undefined || one.step === step),
      )
    const sent = ownMessages.map((one): TimelineEntry => {
      const { id, createdAt: at, address, recordId, jobId, step, subject, senderId, state, words } = one
      const sender = senders.get(senderId ?? '')?.address ?? null
      const of = { email: address, recordId, jobId, step, spinnerId: spinnerOf(jobId) }
      const about = { messageId: id, subject, sender, status: state, text: words }
      return { ...empty, ...of, ...about, id: `m-message-${id}`, at, kind: 'message' }
    })
    const calls = [...testCalls.values()].filter(isOwn).map((one): TimelineEntry => {
      const { id, at, kind, jobId, recordId, step, method, url, outcome, words, body } = one
      const email = writtenTo(jobId, recordId)?.address ?? null
      const about = { url: `${method} ${url}`, status: outcome, text: words ?? body }
      const of = { email, recordId, jobId, step, spinnerId: spinnerOf(jobId) }
      return { ...empty, ...of, ...about, id: `m-${kind}-${id}`, at, kind }
    })
    const came = [...testAnswers.values()].filter(isOwn).flatMap((one): TimelineEntry[] => {
      const { playedAt: at, inbound, place } = one
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
      const id = `m-inbound-${kind}-${jobId}-${recordId}-${step}`
      return [{ ...empty, ...of, ...about, id, at, kind, text }]
    })
    const left = [...suppressionEvents].flatMap(([slot, events]) =>
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
    const runs = [...ownJobs.values()].flatMap((job): TimelineEntry[] => {
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
    const ended = [...slices.values()].flatMap(({ jobId, recipients }) =>
      ownJobs.has(jobId)
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
    return [...sent, ...calls, ...came, ...left, ...runs, ...ended]
  }
}

const keyOf = ({ at, id }: TimelineEntry): string => `${at.getTime() * 1000}.${id}`

function compared(a: TimelineEntry, b: TimelineEntry): number {
  return a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1)
}
