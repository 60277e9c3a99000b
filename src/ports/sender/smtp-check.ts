import type { SmtpServer } from '../../domain/sender/smtp-server.ts'

/** Checks whether an account can send mail by a server. */
export abstract class SmtpCheck {
  /**
   * Connects and signs in. Returns the fault, in the server's words if there are any; null if there is none.
   */
  abstract faultOf(server: SmtpServer, password: string): Promise<string | null>
}
