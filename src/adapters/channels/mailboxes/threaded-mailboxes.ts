import type { Worker } from 'node:worker_threads'
import type { ReadMailbox } from '../../../domain/sender/inbound/authentication.ts'
import type { InboundFact } from '../../../domain/sender/inbound/inbound-fact.ts'
import type { IncomingMail } from '../../../domain/sender/inbound/incoming-mail.ts'
import type { MailboxCursor } from '../../../domain/sender/inbound/mailbox.ts'
import {
  MailboxFault,
  MailboxReader,
  type ReadMails,
  type ReadPosition,
} from '../../../ports/sender/inbound/mailbox-reader.ts'
import type { Access } from '../../../ports/sender/message/channels.ts'
import type { ReadMessageId, UnreadMessage } from '../../../ports/sender/message/message-log.ts'
import { startThread } from '../../threads/start-thread.ts'
import type { AllowedPrivateHosts } from '../allowed-private-hosts.ts'
import type { MailboxApis } from './mailbox-of-kind.ts'
import type {
  FromMailboxThread,
  MailboxAnswer,
  MailboxQuestion,
  MailboxThreadData,
  ToMailboxThread,
} from './mailbox-thread.ts'

const threadFile = new URL('./mailbox-thread.ts', import.meta.url)

/**
 * The memory limits of the mailbox thread in megabytes. A reading takes about 1 MB and 32 run at once;
 * buffers outside of the heap are not counted.
 */
const threadMemory = { heapMb: 192, youngMb: 16 }

/**
 * The milliseconds in which the mailbox thread must answer after a reading was cancelled. If it does not, it
 * is blocked and therefore ended.
 */
const graceMs = 2_000

interface Pending {
  readonly resolve: (answer: MailboxAnswer) => void
  readonly reject: (error: Error) => void
  /**
   * The timer that ends a mailbox thread which does not answer. It starts when the caller cancels its
   * question to the thread; null before.
   */
  grace: NodeJS.Timeout | null
}

interface Thread {
  readonly worker: Worker
  readonly pending: Map<number, Pending>
}

/**
 * `ThreadedMailboxes` reads mailboxes and interprets their mails in a separate thread. Users can name
 * any server for a mailbox, and strangers can write mails to it. Input that blocks or fills the thread does not affect the
 * process; only the readings in progress fail. The thread starts with the first reading and does not keep the
 * process from exiting.
 */
export class ThreadedMailboxes extends MailboxReader {
  readonly #data: MailboxThreadData
  #thread: Thread | null = null
  #nextId = 0

  constructor({ google, microsoft }: MailboxApis, { hosts }: AllowedPrivateHosts) {
    super()
    this.#data = { google, microsoft, allowedHosts: [...hosts] }
  }

  override async cursorAtEnd(access: Access, since: Date, signal: AbortSignal): Promise<MailboxCursor> {
    const answer = await this.#ask({ ask: 'cursorAtEnd', access, since }, signal)
    if ('place' in answer) return answer.place
    throw faultIn(answer)
  }

  override async read(access: Access, from: ReadPosition, signal: AbortSignal): Promise<ReadMails> {
    const answer = await this.#ask({ ask: 'read', access, from }, signal)
    if ('mails' in answer) return answer.mails
    throw faultIn(answer)
  }

  override async sentIds(
    access: Access,
    sent: readonly UnreadMessage[],
    signal: AbortSignal,
  ): Promise<readonly ReadMessageId[]> {
    const answer = await this.#ask({ ask: 'sentIds', access, sent }, signal)
    if ('ids' in answer) return answer.ids
    throw faultIn(answer)
  }

  override async factIn(
    mail: IncomingMail,
    { kind, email, host }: ReadMailbox,
    signal: AbortSignal,
  ): Promise<InboundFact | null> {
    const answer = await this.#ask({ ask: 'fact', mail, mailbox: { kind, email, host } }, signal)
    if ('fact' in answer) return answer.fact
    throw faultIn(answer)
  }

  async close(): Promise<void> {
    await this.#thread?.worker.terminate()
  }

  async #ask(question: MailboxQuestion, signal: AbortSignal): Promise<MailboxAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<MailboxAnswer>()
    const id = this.#nextId++
    const thread = (this.#thread ??= this.#started())
    const pending: Pending = { resolve, reject, grace: null }
    const stop = () => {
      reject(new MailboxFault('UNREACHABLE', 'The server did not answer in time'))
      if (!thread.pending.has(id)) return
      post(thread, { id, question: null })
      pending.grace = setTimeout(() => this.#lose(thread), graceMs)
    }
    if (signal.aborted) stop()
    else {
      thread.pending.set(id, pending)
      thread.worker.ref()
      post(thread, { id, question })
    }
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  #started(): Thread {
    const worker = startThread(threadFile, { ...threadMemory, workerData: this.#data })
    const thread: Thread = { worker, pending: new Map() }
    worker.on('message', ({ id, answer }: FromMailboxThread) => {
      const pending = thread.pending.get(id)
      thread.pending.delete(id)
      if (pending?.grace) clearTimeout(pending.grace)
      pending?.resolve(answer)
      if (thread.pending.size === 0) worker.unref()
    })
    worker.on('error', () => this.#lose(thread))
    worker.on('exit', () => this.#lose(thread))
    return thread
  }

  /** Ends a mailbox thread and fails its readings. The next reading starts another thread. */
  #lose(thread: Thread): void {
    if (this.#thread === thread) this.#thread = null
    void thread.worker.terminate()
    for (const { reject, grace } of thread.pending.values()) {
      if (grace !== null) clearTimeout(grace)
      reject(
        new MailboxFault(
          'UNREADABLE',
          'The thread that reads mailboxes ended before it had read this mailbox',
        ),
      )
    }
    thread.pending.clear()
  }
}

function post({ worker }: Thread, message: ToMailboxThread): void {
  worker.postMessage(message)
}

function faultIn(answer: MailboxAnswer): Error {
  if (!('fault' in answer)) return new Error('failed' in answer ? answer.failed : 'The thread gave no answer')
  const { code, message, retryAfterSeconds } = answer.fault
  return new MailboxFault(code, message, retryAfterSeconds)
}
