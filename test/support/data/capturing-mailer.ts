import { type Mail, Mailer } from '../../../src/ports/account/mailer.ts'

/** `CapturingMailer` keeps mails in a list instead of sending them. */
export class CapturingMailer extends Mailer {
  readonly mails: Mail[] = []

  override readonly delivers: boolean = true

  override post(mail: Mail): void {
    this.mails.push(mail)
  }

  override async send(mail: Mail): Promise<void> {
    this.mails.push(mail)
  }
}
