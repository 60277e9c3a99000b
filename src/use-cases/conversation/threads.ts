import type { Reach } from '../../domain/account/reach.ts'
import type { Requester } from '../../domain/account/requester.ts'
import type { User } from '../../domain/account/user.ts'
import { type Label, serviceLabels } from '../../domain/conversation/label.ts'
import {
  type ListedThread,
  revisionOfThread,
  type Thread,
  type ThreadMessage,
} from '../../domain/conversation/thread.ts'
import { wordsOfSearch } from '../../domain/conversation/thread-words.ts'
import { wordDigest } from '../../domain/conversation/word-digest.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import { assertRevision } from '../../domain/revision.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PersonDigests } from '../../ports/contact/contact-rules.ts'
import type { ThreadCounts, ThreadFilter, ThreadStore } from '../../ports/conversation/threads.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import { noteThread } from './note-thread.ts'

/** A thread with the things that its ids name. */
export interface ThreadView {
  readonly thread: ListedThread
  /** The digest that identifies the person in the organization, as in `GET /people`. */
  readonly personId: string
  readonly labels: readonly Label[]
  readonly assignee: Pick<User, 'id' | 'name'> | null
}

/** The changes of a member to a thread. */
export interface ThreadEdit {
  readonly status?: 'open' | 'done'
  readonly snoozedUntil?: Date | null
  readonly isUnread?: boolean
  readonly assigneeId?: string | null
}

/** Lists, shows and changes the threads of an organization. */
export class Threads {
  readonly #threads: ThreadStore
  readonly #unitOfWork: UnitOfWork
  readonly #digests: PersonDigests
  readonly #clock: Clock

  constructor(threads: ThreadStore, unitOfWork: UnitOfWork, digests: PersonDigests, clock: Clock) {
    this.#threads = threads
    this.#unitOfWork = unitOfWork
    this.#digests = digests
    this.#clock = clock
  }

  /** Returns a page of threads, those with the newest mail first. A search text finds words of one mail of a thread. */
  async list(
    { organizationId, projectIds }: Reach,
    { q, ...filter }: ThreadFilter & { readonly q?: string | null },
    page: Page,
  ): Promise<PageOf<ThreadView>> {
    const searched = q == null ? [] : wordsOfSearch(q)
    if (q != null && searched.length === 0) return { items: [], next: null }
    const digestOf = await this.#digests.ofOrganization(organizationId)
    const words = searched.length === 0 ? null : searched.map((word) => wordDigest(digestOf, word))
    const now = this.#clock.now()
    const listed = await this.#threads.list(organizationId, { ...filter, words, projectIds }, now, page)
    return { ...listed, items: await this.#viewsOf(organizationId, listed.items) }
  }

  counts({ organizationId, projectIds }: Reach, userId: string | null): Promise<ThreadCounts> {
    return this.#threads.counts(organizationId, { userId, projectIds, now: this.#clock.now() })
  }

  async find({ organizationId, projectIds }: Reach, id: string): Promise<ThreadView> {
    const thread = await this.#threads.find(organizationId, id, projectIds)
    if (thread === null) throw threadNotFound()
    return await this.#viewOf(thread)
  }

  /** Returns a page of the messages of a thread, newest first, without those of jobs in other projects. */
  async messages(reach: Reach, id: string, page: Page): Promise<PageOf<ThreadMessage>> {
    const { organizationId, projectIds } = reach
    if ((await this.#threads.find(organizationId, id, projectIds)) === null) throw threadNotFound()
    return await this.#threads.messages(reach, id, page)
  }

  /** Changes the state, the snooze, the read mark or the assignee of a thread. A snooze opens a thread that is done. */
  async change(
    { organizationId, by }: Requester,
    {
      id,
      edit,
      revision,
    }: { readonly id: string; readonly edit: ThreadEdit; readonly revision: number | null },
  ): Promise<ThreadView> {
    await this.#unitOfWork.run(async (tx) => {
      const before = await lockedThread(tx, organizationId, id)
      assertRevision({ revision: revisionOfThread(before) }, revision)
      const { assigneeId = before.assigneeId } = edit
      if (assigneeId !== before.assigneeId) await assertMember(tx, organizationId, assigneeId)
      await tx.threads.change(before, changesOf(edit))
      if (assigneeId === before.assigneeId) return
      const subject = { kind: 'thread', id, name: null } as const
      await tx.audit.add({ action: 'thread.assigned', organizationId, by, subject })
      await noteThread(tx, await tx.threads.placeOf(before), 'thread.assigned', [{ assigneeId }])
    })
    return await this.find({ organizationId, projectIds: null }, id)
  }

  /** Replaces the labels of a thread. */
  async setLabels(
    { organizationId }: Requester,
    {
      id,
      labels,
      revision,
    }: { readonly id: string; readonly labels: readonly string[]; readonly revision: number | null },
  ): Promise<ThreadView> {
    await this.#unitOfWork.run(async (tx) => {
      const before = await lockedThread(tx, organizationId, id)
      assertRevision({ revision: revisionOfThread(before) }, revision)
      const offered = new Set((await labelsOf(tx, organizationId)).map((label) => label.id))
      const chosen = [...new Set(labels)]
      if (chosen.some((label) => !offered.has(label))) throw labelNotFound()
      const added = chosen.filter((label) => !before.labels.includes(label))
      const removed = before.labels.filter((label) => !chosen.includes(label))
      if (added.length + removed.length === 0) return
      await tx.threads.change(before, { labels: chosen })
      await noteThread(tx, await tx.threads.placeOf(before), 'thread.labelled', [
        ...added.map((labelId) => ({ labelId, isSet: true })),
        ...removed.map((labelId) => ({ labelId, isSet: false })),
      ])
    })
    return await this.find({ organizationId, projectIds: null }, id)
  }

  async #viewOf(thread: ListedThread): Promise<ThreadView> {
    const [view] = await this.#viewsOf(thread.organizationId, [thread])
    return view as ThreadView
  }

  async #viewsOf(organizationId: string, threads: readonly ListedThread[]): Promise<readonly ThreadView[]> {
    if (threads.length === 0) return []
    const digestOf = await this.#digests.ofOrganization(organizationId)
    const isAssigned = threads.some(({ assigneeId }) => assigneeId !== null)
    const { labels, members } = await this.#unitOfWork.run(async (tx) => ({
      labels: await labelsOf(tx, organizationId),
      members: isAssigned ? await membersOf(tx, organizationId) : [],
    }))
    return threads.map((thread) => ({
      thread,
      personId: digestOf(thread.address),
      labels: labels.filter(({ id }) => thread.labels.includes(id)),
      assignee: members.find(({ id }) => id === thread.assigneeId) ?? null,
    }))
  }
}

/** Returns the labels of the service and those that the organization has made. */
export async function labelsOf(tx: Transaction, organizationId: string): Promise<readonly Label[]> {
  return [...serviceLabels, ...(await tx.labels.labelsOf(organizationId))]
}

export function labelNotFound(): DomainError {
  return new DomainError('NOT_FOUND', { message: 'Label not found' })
}

/** Returns the members of an organization; of its real organization in test mode. */
async function membersOf(
  tx: Transaction,
  organizationId: string,
): Promise<readonly Pick<User, 'id' | 'name'>[]> {
  const testOf = (await tx.organizations.find(organizationId))?.testOf ?? null
  return await tx.accounts.membersOf(testOf ?? organizationId)
}

async function assertMember(tx: Transaction, organizationId: string, userId: string | null): Promise<void> {
  if (userId === null || (await membersOf(tx, organizationId)).some(({ id }) => id === userId)) return
  throw new DomainError('NOT_FOUND', { message: 'Member not found' })
}

function changesOf({ status, snoozedUntil, isUnread, assigneeId }: ThreadEdit) {
  return {
    ...(status === undefined ? {} : { status }),
    // A thread that is done is no longer snoozed, and a snoozed thread is open.
    ...(status === 'done' ? { snoozedUntil: null } : {}),
    ...(snoozedUntil === undefined ? {} : { snoozedUntil }),
    ...(snoozedUntil == null ? {} : { status: 'open' as const }),
    ...(isUnread === undefined ? {} : { isUnread }),
    ...(assigneeId === undefined ? {} : { assigneeId }),
  }
}

function threadNotFound(): DomainError {
  return new DomainError('NOT_FOUND', { message: 'Thread not found' })
}

async function lockedThread(tx: Transaction, organizationId: string, id: string): Promise<Thread> {
  const thread = await tx.threads.lock(organizationId, id)
  if (thread === null) throw threadNotFound()
  return thread
}
