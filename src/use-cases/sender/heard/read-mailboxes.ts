import { hearMail } from '../../../domain/sender/heard/hear-mail.ts'
import { backoffOf, type DueMailbox, readEverySeconds } from '../../../domain/sender/heard/mailbox.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import {
  MailboxFault,
  type MailboxReader,
  type ReadMails,
} from '../../../ports/sender/heard/mailbox-reader.ts'
import type { Mailboxes } from '../../../ports/sender/heard/mailboxes.ts'
import { NoAccess, type SenderAccess } from '../../../ports/sender/sender-access.ts'
import type { FactHearing } from './fact-hearing.ts'

/** A server that hangs holds its mailbox for no longer. */
const turnMs = 45_000
/** A runtime that stopped at a mailbox keeps others from it for so long. */
const leaseSeconds = 120
const atOnce = 4
const hourSeconds = 3_600
const dayMs = 24 * 60 * 60 * 1000
/** How far back it is read where the place of the last time is lost. */
const mostDaysBack = 7

/** Reads what came into the mailboxes of senders, and hears what it says of messages. */
export class ReadMailboxes {
  readonly #mailboxes: Mailboxes
  readonly #access: SenderAccess
  readonly #reader: MailboxReader
  readonly #hearing: FactHearing
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(
    mailboxes: Mailboxes,
    access: SenderAccess,
    reader: MailboxReader,
    hearing: FactHearing,
    clock: Clock,
    ids: Ids,
  ) {
    this.#mailboxes = mailboxes
    this.#access = access
    this.#reader = reader
    this.#hearing = hearing
    this.#clock = clock
    this.#ids = ids
  }

  async execute(signal: AbortSignal): Promise<void> {
    const work = async () => {
      while (!signal.aborted && (await this.#readNext(signal)));
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }

  /** False where none is due. */
  async #readNext(signal: AbortSignal): Promise<boolean> {
    const holder = this.#ids.next()
    const mailbox = await this.#mailboxes.take(holder, leaseSeconds)
    if (mailbox === null) return false
    const turn = { senderId: mailbox.senderId, holder }
    try {
      const { mails, cursor, more } = await this.#read(mailbox, signal)
      for (const mail of mails) {
        const fact = hearMail(mail, mailbox.address)
        if (fact !== null) await this.#hearing.hear({ ...mailbox, fact })
      }
      // Only now: what was not heard is read again.
      await this.#mailboxes.keep({
        ...turn,
        cursor,
        trouble: null,
        dueInSeconds: more ? 0 : readEverySeconds,
      })
    } catch (error) {
      if (signal.aborted) return false
      await this.#mailboxes.keep({ ...turn, cursor: null, ...troubleOf(error, mailbox) })
    }
    return true
  }

  async #read(
    { organizationId, senderId, cursor, readAt }: DueMailbox,
    signal: AbortSignal,
  ): Promise<ReadMails> {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(turnMs)])
    const access = await this.#access.accessOf(organizationId, senderId)
    const now = this.#clock.now().getTime()
    const since = new Date(Math.max(readAt?.getTime() ?? now, now - mostDaysBack * dayMs))
    return await this.#reader.read(access, { cursor, since }, bounded)
  }
}

function troubleOf(error: unknown, { failures }: DueMailbox) {
  const backoff = backoffOf(failures + 1)
  if (error instanceof NoAccess)
    return { trouble: { code: 'NO_ACCESS', words: error.message }, dueInSeconds: hourSeconds / 4 }
  if (error instanceof MailboxFault) {
    const { code, message, retryAfterSeconds } = error
    const dueInSeconds = Math.max(backoff, Math.min(retryAfterSeconds ?? 0, hourSeconds))
    return { trouble: { code, words: message.slice(0, 300) }, dueInSeconds }
  }
  return { trouble: { code: 'FAILED', words: 'The mailbox could not be read' }, dueInSeconds: backoff }
}
