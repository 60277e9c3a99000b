import type { ReadMailbox } from '../../../domain/sender/inbound/authentication.ts'
import type { InboundFact } from '../../../domain/sender/inbound/inbound-fact.ts'
import type { IncomingMail } from '../../../domain/sender/inbound/incoming-mail.ts'
import { inboundFactIn } from '../../../domain/sender/inbound/mail-fact.ts'
import type { MailboxCursor } from '../../../domain/sender/inbound/mailbox.ts'
import type { Access } from '../message/channels.ts'
import type { ReadMessageId, UnreadMessage } from '../message/message-log.ts'

/** The position in a mailbox at which reading begins. */
export interface ReadPosition {
  /** The cursor that `cursorAtEnd` or the last `read` of the mailbox returned; null if there is none. */
  readonly cursor: MailboxCursor | null
  /** The time after which mail is read if the cursor is null or no longer valid. */
  readonly since: Date
}

export interface ReadMails {
  readonly mails: readonly IncomingMail[]
  readonly cursor: MailboxCursor
  /** Whether the mailbox has more mail to read now. */
  readonly more: boolean
}

/**
 * Reads the mail that arrived in a mailbox, in bounded parts. May return a mail twice. Throws `MailboxFault`.
 */
export abstract class MailboxReader {
  /**
   * Returns the cursor after the newest mail of a mailbox without reading mail, so that only later mail is
   * read. If the provider has no such cursors, returns a cursor for the time `since`.
   */
  abstract cursorAtEnd(access: Access, since: Date, signal: AbortSignal): Promise<MailboxCursor>
  abstract read(access: Access, from: ReadPosition, signal: AbortSignal): Promise<ReadMails>
  /**
   * Returns the Message-IDs under which the account has sent messages. Leaves out messages that are not in the sent
   * folder yet, and messages that the provider does not return. Returns nothing for accounts that send by SMTP, because
   * they keep the service's own Message-IDs.
   */
  abstract sentIds(
    access: Access,
    sent: readonly UnreadMessage[],
    signal: AbortSignal,
  ): Promise<readonly ReadMessageId[]>

  /**
   * Returns the reply, bounce or complaint that a mail contains, as `inboundFactIn` does; null if none. Runs
   * in a thread of its own in production, because a hostile mail takes up to 0.3 s.
   */
  async factIn(mail: IncomingMail, mailbox: ReadMailbox, signal: AbortSignal): Promise<InboundFact | null> {
    signal.throwIfAborted()
    return inboundFactIn(mail, mailbox)
  }
}

/** The error if a mailbox could not be read. Its message contains the reply of the mail server. */
export class MailboxFault extends Error {
  readonly code: 'REFUSED' | 'UNREACHABLE' | 'UNREADABLE' | 'TEMPORARILY_REFUSED'
  readonly retryAfterSeconds: number | null

  constructor(code: MailboxFault['code'], serverResponse: string, retryAfterSeconds: number | null = null) {
    super(serverResponse)
    this.name = 'MailboxFault'
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}
