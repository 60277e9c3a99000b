import type { IncomingMail } from '../../../domain/sender/heard/incoming-mail.ts'
import type { MailboxCursor } from '../../../domain/sender/heard/mailbox.ts'
import type { Access } from '../sender-access.ts'

/** How far a mailbox was read before. */
export interface ReadFrom {
  /** Null where it is read for the first time: what came before is not looked at. */
  readonly cursor: MailboxCursor | null
  /** Since when, where the cursor says nothing any more. */
  readonly since: Date
}

export interface ReadMails {
  readonly mails: readonly IncomingMail[]
  readonly cursor: MailboxCursor
  /** There is more to read now. */
  readonly more: boolean
}

/** Reads what came into a mailbox, a bounded part at a time. May tell of a mail again. Throws `MailboxFault`. */
export abstract class MailboxReader {
  abstract read(access: Access, from: ReadFrom, signal: AbortSignal): Promise<ReadMails>
}

/** Why a mailbox could not be read, in the words of its server. */
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
