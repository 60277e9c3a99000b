import type { ReadMailbox } from '../../../domain/sender/inbound/authentication.ts'
import type { InboundFact } from '../../../domain/sender/inbound/inbound-fact.ts'
import type { IncomingMail } from '../../../domain/sender/inbound/incoming-mail.ts'
import { inboundFactIn } from '../../../domain/sender/inbound/mail-fact.ts'
import type { MailboxCursor } from '../../../domain/sender/inbound/mailbox.ts'
import type { Access } from '../message/channels.ts'
import type { ReadMessageId, UnreadMessage } from '../message/message-log.ts'

/** The position in a mailbox at which reading begins. */
export interface ReadPosition {
  /** The cursor that `cursorAtEnd` or the last reading of the mailbox returned; null if there is none. */
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
   * Returns the cursor after the newest mail of a mailbox, so that reading begins there. Reads no mail. A
   * provider without such cursors gets one by time (`since`).
   */
  abstract cursorAtEnd(access: Access, since: Date, signal: AbortSignal): Promise<MailboxCursor>
  abstract read(access: Access, from: ReadPosition, signal: AbortSignal): Promise<ReadMails>
  /**
   * Returns the Message-IDs under which the account sent messages. A message that may still appear in the
   * sent folder is left out. Returns nothing for accounts that send by SMTP, which keep our Message-ID.
   */
  abstract sentIds(
    access: Access,
    sent: readonly UnreadMessage[],
    signal: AbortSignal,
  ): Promise<readonly ReadMessageId[]>

  /**
   * Returns the fact that a mail reports, as `inboundFactIn` does. A hostile mail takes up to 0.3 s, so the reader
   * of a process does it in its own thread.
   */
  async factIn(mail: IncomingMail, mailbox: ReadMailbox, signal: AbortSignal): Promise<InboundFact | null> {
    signal.throwIfAborted()
    return inboundFactIn(mail, mailbox)
  }
}

/** A mailbox could not be read; the message has the words of its server. */
export class MailboxFault extends Error {
  readonly code: 'REFUSED' | 'UNREACHABLE' | 'UNREADABLE' | 'PUT_OFF'
  readonly retryAfterSeconds: number | null

  constructor(code: MailboxFault['code'], words: string, retryAfterSeconds: number | null = null) {
    super(words)
    this.name = 'MailboxFault'
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}
