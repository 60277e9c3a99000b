import type { Transporter } from 'nodemailer'
import type { Mail } from '../../../ports/account/mailer.ts'
import { PostingMailer } from '../posting-mailer.ts'
import { isUnknownMailbox, type SmtpError } from './smtp-channel.ts'

export interface SmtpOptions {
  readonly url: string
  readonly from: string
  /**
   * Called with the error of a posted e-mail that failed, and of an e-mail that the server refused because of its
   * recipient. The function can only log the error.
   */
  readonly onFault: (error: unknown) => void
  /** The longest time in milliseconds for one e-mail. */
  readonly maxMs?: number
}

/**
 * The usual longest time in milliseconds for one e-mail. Without it, each e-mail to a server that never ends its reply
 * would hold a connection. A request may post an e-mail 30 seconds after the process was asked to stop. The e-mail then
 * ends after 75 seconds, before the service manager kills the process after 80 seconds.
 */
const defaultMaxMs = 45_000

export class SmtpMailer extends PostingMailer {
  readonly #options: SmtpOptions
  #transport: Promise<Transporter> | null = null

  constructor(options: SmtpOptions) {
    super(options.onFault)
    this.#options = options
  }

  override async send({ to, subject, text }: Mail): Promise<void> {
    this.#transport ??= this.#opened()
    const transport = await this.#transport
    const signal = AbortSignal.timeout(this.#options.maxMs ?? defaultMaxMs)
    await transport.sendMail({ to, subject, text, signal }).catch((error: unknown) => {
      if (!isOfRecipient(error)) throw error
      this.onFault(error)
    })
  }

  async #opened(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    const { url, from } = this.#options
    return createTransport(url, { from })
  }
}

/** Returns whether a mail server has refused a mail because it does not know the recipient's mailbox. */
function isOfRecipient(error: unknown): boolean {
  const { command, responseCode = 0, response, message = '' } = error as SmtpError
  return command === 'RCPT TO' && isUnknownMailbox(responseCode, response ?? message)
}
