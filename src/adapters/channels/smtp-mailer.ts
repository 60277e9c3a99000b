import { createTransport, type Transporter } from 'nodemailer'
import { type Mail, Mailer } from '../../ports/account/mailer.ts'

export interface SmtpOptions {
  readonly url: string
  readonly from: string
  /**
   * Called with the error of an e-mail that failed. The caller does not wait for the e-mail, so a failure can
   * only be logged.
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
   * Sends an e-mail after the response. The time that it takes to compose would otherwise show whether an
   * e-mail was sent.
   */
  override post({ to, subject, text }: Mail): void {
    setImmediate(() => {
      this.#transport.sendMail({ to, subject, text }).catch(this.#options.onFault)
    })
  }
}
