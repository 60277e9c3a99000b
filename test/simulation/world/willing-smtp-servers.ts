import { SmtpCheck } from '../../../src/ports/sender/smtp-check.ts'

/** Servers that let everybody sign in. */
export class WillingSmtpServers extends SmtpCheck {
  override async faultOf(): Promise<string | null> {
    return null
  }
}
