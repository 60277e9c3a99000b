import { SmtpCheck } from '../../../src/ports/sender/smtp-check.ts'

/** SMTP servers that accept every user name and password. */
export class WillingSmtpServers extends SmtpCheck {
  override async faultOf(): Promise<string | null> {
    return null
  }
}
