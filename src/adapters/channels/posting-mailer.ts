import { setImmediate } from 'node:timers/promises'
import { type Mail, Mailer } from '../../ports/account/mailer.ts'

/**
 * `PostingMailer` sends posted mails in the background, and waits for them when it is closed. `onFault` gets the error of
 * a posted mail that failed, and of a mail that was refused because of its recipient; it can only log the error.
 */
export abstract class PostingMailer extends Mailer {
  override readonly delivers = true
  readonly onFault: (error: unknown) => void
  /** The posted e-mails that have neither been sent nor failed. */
  readonly #posted = new Set<Promise<void>>()

  constructor(onFault: (error: unknown) => void) {
    super()
    this.onFault = onFault
  }

  /**
   * Sends an e-mail after the response. The time that it takes to compose would otherwise show whether an
   * e-mail was sent.
   */
  override post(mail: Mail): void {
    const posted = setImmediate()
      .then(() => this.send(mail))
      .catch(this.onFault)
      .finally(() => this.#posted.delete(posted))
    this.#posted.add(posted)
  }

  /** Returns when each posted e-mail has been sent or has failed, at the latest after the longest time for one e-mail. */
  async close(): Promise<void> {
    while (this.#posted.size > 0) await Promise.all(this.#posted)
  }
}
