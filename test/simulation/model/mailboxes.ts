import type { IncomingMail } from '../../../src/domain/sender/inbound/incoming-mail.ts'

/** The simulated mailboxes of all senders, each with its inbound mails in order of arrival, read or unread. */
export class KnownMailboxes {
  readonly #mails = new Map<string, IncomingMail[]>()

  of(senderId: string): readonly IncomingMail[] {
    return this.#mails.get(senderId) ?? []
  }

  get all(): readonly (readonly [senderId: string, mails: readonly IncomingMail[]])[] {
    return [...this.#mails]
  }

  /** The number of mails in all simulated mailboxes together. */
  get count(): number {
    return [...this.#mails.values()].reduce((sum, mails) => sum + mails.length, 0)
  }

  lay(senderId: string, mail: IncomingMail): void {
    const mails = this.#mails.get(senderId)
    if (mails === undefined) this.#mails.set(senderId, [mail])
    else mails.push(mail)
  }
}
