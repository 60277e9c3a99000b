import type { MailboxCursor } from '../../../domain/sender/inbound/mailbox.ts'
import type { SenderKind } from '../../../domain/sender/sender.ts'
import {
  MailboxFault,
  MailboxReader,
  type ReadMails,
  type ReadPosition,
} from '../../../ports/sender/inbound/mailbox-reader.ts'
import type { Access } from '../../../ports/sender/message/channels.ts'
import type { ReadMessageId, UnreadMessage } from '../../../ports/sender/message/message-log.ts'
import type { AllowedPrivateHosts } from '../allowed-private-hosts.ts'
import { GmailMailbox } from './gmail-mailbox.ts'
import { GraphMailbox } from './graph-mailbox.ts'
import { ImapMailbox } from './imap-mailbox.ts'

/** The base URLs of the mail APIs of Google and Microsoft. */
export class MailboxApis {
  readonly google: string
  readonly microsoft: string

  constructor(google: string, microsoft: string) {
    this.google = google
    this.microsoft = microsoft
  }
}

/** `MailboxOfKind` reads the mailbox of a sender with the reader for its kind of account. */
export class MailboxOfKind extends MailboxReader {
  readonly #readers: Readonly<Partial<Record<SenderKind, MailboxReader>>>

  constructor({ google, microsoft }: MailboxApis, { hosts }: AllowedPrivateHosts) {
    super()
    this.#readers = {
      smtp: new ImapMailbox(hosts),
      google: new GmailMailbox(google),
      microsoft: new GraphMailbox(microsoft),
    }
  }

  override async cursorAtEnd(access: Access, since: Date, signal: AbortSignal): Promise<MailboxCursor> {
    return await this.#readerOf(access).cursorAtEnd(access, since, signal)
  }

  override async read(access: Access, from: ReadPosition, signal: AbortSignal): Promise<ReadMails> {
    return await this.#readerOf(access).read(access, from, signal)
  }

  override async sentIds(
    access: Access,
    sent: readonly UnreadMessage[],
    signal: AbortSignal,
  ): Promise<readonly ReadMessageId[]> {
    return await this.#readerOf(access).sentIds(access, sent, signal)
  }

  #readerOf({ kind }: Access): MailboxReader {
    const reader = this.#readers[kind]
    if (reader === undefined) throw new MailboxFault('REFUSED', 'Senders of this kind have no mailbox')
    return reader
  }
}
