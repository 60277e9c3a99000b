import { parentPort, workerData } from 'node:worker_threads'
import type { ReadMailbox } from '../../../domain/sender/inbound/authentication.ts'
import type { InboundFact } from '../../../domain/sender/inbound/inbound-fact.ts'
import type { IncomingMail } from '../../../domain/sender/inbound/incoming-mail.ts'
import { inboundFactIn } from '../../../domain/sender/inbound/mail-fact.ts'
import type { MailboxCursor } from '../../../domain/sender/inbound/mailbox.ts'
import {
  MailboxFault,
  type ReadMails,
  type ReadPosition,
} from '../../../ports/sender/inbound/mailbox-reader.ts'
import type { Access } from '../../../ports/sender/message/channels.ts'
import type { ReadMessageId, UnreadMessage } from '../../../ports/sender/message/message-log.ts'
import { AllowedPrivateHosts } from '../allowed-private-hosts.ts'
import { MailboxApis, MailboxOfKind } from './mailbox-of-kind.ts'

/** Settings of the operator for the mailbox thread, which cannot read the environment. */
export interface MailboxThreadData {
  readonly google: string
  readonly microsoft: string
  readonly allowedHosts: readonly string[]
}

export type MailboxQuestion =
  | { readonly ask: 'cursorAtEnd'; readonly access: Access; readonly since: Date }
  | { readonly ask: 'sentIds'; readonly access: Access; readonly sent: readonly UnreadMessage[] }
  | { readonly ask: 'read'; readonly access: Access; readonly from: ReadPosition }
  | { readonly ask: 'fact'; readonly mail: IncomingMail; readonly mailbox: ReadMailbox }

/**
 * A message from the process to the mailbox thread: a numbered question, such as to read a mailbox. Null in
 * place of the question cancels the earlier one with that number.
 */
export type ToMailboxThread = { readonly id: number; readonly question: MailboxQuestion | null }

export type MailboxAnswer =
  | { readonly place: MailboxCursor }
  | { readonly mails: ReadMails }
  | { readonly ids: readonly ReadMessageId[] }
  | { readonly fact: InboundFact | null }
  /** A `MailboxFault` as plain data, because an error loses its class when it is sent between threads. */
  | { readonly fault: Pick<MailboxFault, 'code' | 'message' | 'retryAfterSeconds'> }
  | { readonly failed: string }

export type FromMailboxThread = { readonly id: number; readonly answer: MailboxAnswer }

const { google, microsoft, allowedHosts } = workerData as MailboxThreadData
const mailboxes = new MailboxOfKind(
  new MailboxApis(google, microsoft),
  new AllowedPrivateHosts([...allowedHosts]),
)
const inProgress = new Map<number, AbortController>()

async function answerTo(question: MailboxQuestion, signal: AbortSignal): Promise<MailboxAnswer> {
  try {
    if (question.ask === 'read')
      return { mails: await mailboxes.read(question.access, question.from, signal) }
    if (question.ask === 'fact') return { fact: inboundFactIn(question.mail, question.mailbox) }
    if (question.ask === 'sentIds')
      return { ids: await mailboxes.sentIds(question.access, question.sent, signal) }
    return { place: await mailboxes.cursorAtEnd(question.access, question.since, signal) }
  } catch (error) {
    if (!(error instanceof MailboxFault)) return { failed: String((error as Error).stack ?? error) }
    const { code, message, retryAfterSeconds } = error
    return { fault: { code, message, retryAfterSeconds } }
  }
}

async function take(id: number, question: MailboxQuestion): Promise<void> {
  const stopping = new AbortController()
  inProgress.set(id, stopping)
  const answer = await answerTo(question, stopping.signal)
  inProgress.delete(id)
  parentPort?.postMessage({ id, answer } satisfies FromMailboxThread)
}

/**
 * Receives the questions of the main process in the mailbox thread: reads mailboxes and parses their mails.
 * Several mailboxes are read at the same time.
 */
parentPort?.on('message', ({ id, question }: ToMailboxThread) => {
  if (question === null) inProgress.get(id)?.abort()
  else void take(id, question)
})
