import { type ImapServer, imapSettings } from '../../../domain/sender/imap-server.ts'
import { oneLine } from '../../../domain/sender/one-line.ts'
import { MailboxFault } from '../../../ports/sender/heard/mailbox-reader.ts'
import { ImapCheck } from '../../../ports/sender/imap-check.ts'
import type { AllowedPrivateHosts } from '../allowed-private-hosts.ts'
import { ImapMailbox } from './imap-mailbox.ts'

const longestMs = 15_000

/** Opens the mailbox as whoever reads it for the first time, which reads no mail. */
export class OpeningImapCheck extends ImapCheck {
  readonly #mailbox: ImapMailbox

  constructor({ hosts }: AllowedPrivateHosts) {
    super()
    this.#mailbox = new ImapMailbox(hosts)
  }

  override async faultOf(
    server: ImapServer & { readonly user: string },
    password: string,
  ): Promise<string | null> {
    const access = { kind: 'smtp', settings: imapSettings(server), password } as const
    try {
      const never = { cursor: null, since: new Date(0) }
      await this.#mailbox.read(access, never, AbortSignal.timeout(longestMs))
      return null
    } catch (error) {
      if (error instanceof MailboxFault) return oneLine(error.message)
      throw error
    }
  }
}
