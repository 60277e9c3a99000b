import { type Mail, Mailer } from '../../ports/account/mailer.ts'

/** Where no SMTP server is configured: whoever runs the service reads the mail in its log. */
export class PrintedMailer extends Mailer {
  readonly #print: (mail: Mail) => void

  constructor(print: (mail: Mail) => void) {
    super()
    this.#print = print
  }

  override post(mail: Mail): void {
    this.#print(mail)
  }
}
