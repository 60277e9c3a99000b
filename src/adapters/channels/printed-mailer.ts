import { type Mail, Mailer } from '../../ports/account/mailer.ts'

/**
 * `PrintedMailer` prints the service's own mails, such as password resets, to the log. Used if no SMTP server
 * is configured.
 */
export class PrintedMailer extends Mailer {
  override readonly delivers = false
  readonly #print: (mail: Mail) => void

  constructor(print: (mail: Mail) => void) {
    super()
    this.#print = print
  }

  override post(mail: Mail): void {
    this.#print(mail)
  }

  override async send(mail: Mail): Promise<void> {
    this.#print(mail)
  }
}
