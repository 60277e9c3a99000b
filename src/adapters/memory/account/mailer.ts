import { type Mail, Mailer } from '../../../ports/account/mailer.ts'

/** `MemoryMailer` keeps mails in a list instead of sending them. */
export class MemoryMailer extends Mailer {
  readonly mails: Mail[] = []

  override readonly delivers: boolean = true

  override post(mail: Mail): void {
    this.mails.push(mail)
  }

  override async send(mail: Mail): Promise<void> {
    this.mails.push(mail)
  }
}
