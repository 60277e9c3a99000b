import type { SmtpServer } from '../../domain/sender/smtp-server.ts'

/** Checks whether a sender's account can send mail by an SMTP server. */
export abstract class SmtpCheck {
  /**
   * Connects to the server and signs in. Returns the fault, in the server's words if there are any; null if
   * the sign-in succeeds.
   */
  abstract faultOf(server: SmtpServer, password: string): Promise<string | null>
}
