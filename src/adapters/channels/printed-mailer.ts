import { type Mail, Mailer } from '../../ports/account/mailer.ts'

/** Used while no SMTP server is configured: the operator reads the mail in the log. */
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
}
