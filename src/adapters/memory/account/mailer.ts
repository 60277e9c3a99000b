import { type Mail, Mailer } from '../../../ports/account/mailer.ts'

/** Keeps what it is given. */
export class MemoryMailer extends Mailer {
  readonly mails: Mail[] = []

  override readonly delivers: boolean = true

  override post(mail: Mail): void {
    this.mails.push(mail)
  }
}
