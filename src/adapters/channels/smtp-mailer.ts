import { createTransport, type Transporter } from 'nodemailer'
import { type Mail, Mailer } from '../../ports/account/mailer.ts'

export interface SmtpOptions {
  readonly url: string
  readonly from: string
  /**
   * Called with the error of a failed mail. The caller does not wait for the mail, so a failure can only be
   * logged.
   */
  readonly onFault: (error: unknown) => void
}

export class SmtpMailer extends Mailer {
  override readonly delivers = true
  readonly #transport: Transporter
  readonly #options: SmtpOptions

  constructor(options: SmtpOptions) {
    super()
    this.#options = options
    this.#transport = createTransport(options.url, { from: options.from })
  }

  /**
   * Sends a mail after the response, because the time that it takes to compose would show whether a mail was
   * sent.
   */
  override post({ to, subject, text }: Mail): void {
    setImmediate(() => {
      this.#transport.sendMail({ to, subject, text }).catch(this.#options.onFault)
    })
  }
}
