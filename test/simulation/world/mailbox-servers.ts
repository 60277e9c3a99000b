import {
  MailboxReader,
  type ReadMails,
  type ReadPosition,
} from '../../../src/ports/sender/inbound/mailbox-reader.ts'
import type { Access } from '../../../src/ports/sender/message/channels.ts'
import type { ServiceProcess } from '../run/service-process.ts'
import type { Outside } from './outside.ts'

/**
 * The simulated servers of the senders' mailboxes. The cursor of a mailbox is the number of mails that were
 * read.
 */
export class WorldMailboxServers extends MailboxReader {
  readonly #outside: Outside
  readonly #process: ServiceProcess

  constructor(outside: Outside, process: ServiceProcess) {
    super()
    this.#outside = outside
    this.#process = process
  }

  override async cursorAtEnd({ settings }: Access) {
    return { next: this.#outside.shared.mailboxes.of(String(settings['senderId'])).length }
  }

  override read({ settings }: Access, { cursor }: ReadPosition): Promise<ReadMails> {
    const { gates, shared } = this.#outside
    return gates.pass(this.#process, async () => {
      const mails = shared.mailboxes.of(String(settings['senderId']))
      return {
        mails: mails.slice(Number(cursor?.['next'] ?? 0)),
        cursor: { next: mails.length },
        more: false,
      }
    })
  }

  override async sentIds() {
    return []
  }
}
