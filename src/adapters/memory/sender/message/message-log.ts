import { normalizedEmail } from '../../../../domain/email-address.ts'
import type { Page, PageOf } from '../../../../domain/page.ts'
import type {
  LoggedMessage,
  LoggedMessageWithBody,
} from '../../../../domain/sender/message/logged-message.ts'
import type { OutboxMessage } from '../../../../domain/sender/message/message.ts'
import {
  type MessageFilter,
  MessageLog,
  type ReadMessageId,
  type UnreadMessage,
} from '../../../../ports/sender/message/message-log.ts'
import { isSpinnerWithin } from '../../in-projects.ts'
import { oldBefore } from '../../old-before.ts'
import { omitFields } from '../../omit-fields.ts'
import { itemsOf, pageById } from '../../pages.ts'
import type { MemoryStore, StoredLoggedMessage } from '../../store.ts'

/** A sent or captured message, with the fields that the filters need. */
interface Entry extends LoggedMessageWithBody {
  readonly organizationId: string
  readonly address: string | null
}

const notLeft = { senderId: null, state: 'captured', messageId: null, providerId: null, words: null } as const

const emptied = { subject: '', text: null, html: null, words: null, isEmptied: true } as const

export class MemoryMessageLog extends MessageLog {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async list(
    organizationId: string,
    { address, senderId, jobId, state, projectIds = null }: MessageFilter,
    page: Page,
  ): Promise<PageOf<LoggedMessage>> {
    const belongs = (one: Entry) =>
      one.organizationId === organizationId &&
      (address === null || one.address === address) &&
      (senderId === null || one.senderId === senderId) &&
      (jobId === null || one.jobId === jobId) &&
      isSpinnerWithin(this.#store, one.spinnerId ?? '', projectIds) &&
      (state === null || one.state === state)
    const found = pageById(this.#entries(), page, belongs, true)
    return itemsOf(found, (one) => omitFields(one, 'organizationId', 'address', 'text', 'html'))
  }

  override async find(organizationId: string, id: string): Promise<LoggedMessageWithBody | null> {
    const found = this.#entries().find((one) => one.organizationId === organizationId && one.id === id)
    return found === undefined ? null : omitFields(found, 'organizationId', 'address')
  }

  override async clear(before: Date, now: Date): Promise<void> {
    const { messages, jobs, countsOfCleared, inboundFacts } = this.#store
    for (const [slot, fact] of inboundFacts)
      if (fact.at < oldBefore(this.#store, fact.organizationId, before, now))
        inboundFacts.set(slot, { ...fact, loggedWords: null })
    for (const [slot, message] of messages) {
      const { createdAt, organizationId, jobId, address } = message
      if (createdAt >= oldBefore(this.#store, organizationId, before, now)) continue
      const isNeeded = jobs.has(jobId) && !countsOfCleared.has(jobId)
      if (isNeeded) messages.set(slot, { ...message, ...emptied, to: address })
      else messages.delete(slot)
    }
  }

  #entries(): Entry[] {
    const spinnerOf = (jobId: string) => this.#store.jobs.get(jobId)?.spinnerId ?? null
    const listed = [...this.#store.messages.values()].filter(({ isEmptied = false }) => !isEmptied)
    const left = listed.map(
      (one): Entry => ({
        ...omitFields(one, 'slice', 'providerThread', 'providerMessageId', 'awaitsMessageId', 'isEmptied'),
        spinnerId: spinnerOf(one.jobId),
      }),
    )
    const captured = this.#store.outbox.map(
      ({ id, organizationId, jobId, recordId, step, to, subject, text, html, createdAt }): Entry => ({
        ...notLeft,
        id,
        organizationId,
        jobId,
        recordId,
        step,
        to,
        subject,
        text,
        html,
        createdAt,
        address: normalizedEmail(to),
        spinnerId: spinnerOf(jobId),
      }),
    )
    return [...left, ...captured]
  }

  override async dueIds(senderId: string, most: number): Promise<readonly UnreadMessage[]> {
    const unread = [...this.#store.messages.values()]
      .filter((one) => one.senderId === senderId && one.awaitsMessageId)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const newest = Math.floor(most / 2)
    return unread
      .filter((_, place) => place < most - newest || place >= unread.length - newest)
      .flatMap(({ id, messageId, providerId, address, createdAt }) =>
        messageId === null ? [] : [{ id, messageId, providerId, address, createdAt }],
      )
  }

  override async keepIds(ids: readonly ReadMessageId[]): Promise<void> {
    for (const [slot, message] of this.#store.messages) {
      const read = ids.find(({ id }) => id === message.id)
      if (read === undefined || !message.awaitsMessageId) continue
      this.#store.messages.set(slot, {
        ...message,
        awaitsMessageId: false,
        providerMessageId: read.providerMessageId,
        providerId: message.providerId ?? read.providerId,
        providerThread: message.providerThread ?? read.providerThread,
      })
    }
  }

  override async captured(
    organizationId: string,
    jobId: string | null,
    page: Page,
  ): Promise<PageOf<OutboxMessage>> {
    const belongs = (message: { readonly organizationId: string; readonly jobId: string }) =>
      message.organizationId === organizationId && (jobId === null || message.jobId === jobId)
    const found = pageById(this.#store.outbox, page, belongs, true)
    return itemsOf(found, (message) =>
      omitFields(
        message,
        'organizationId',
        'unsubscribeUrl',
        'slice',
        'from',
        'thread',
        'attachments',
        'isTest',
      ),
    )
  }
}

export function loggedSlot({
  jobId,
  recordId,
  step,
}: Pick<StoredLoggedMessage, 'jobId' | 'recordId' | 'step'>): string {
  return [jobId, recordId, step].join(' ')
}
