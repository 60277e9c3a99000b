import type { SmtpServer } from '../../domain/sender/smtp-server.ts'

/** Whether an account's mail can be handed in at a server. */
export abstract class SmtpCheck {
  /** Connects and signs in. What is wrong, in the words of the server where it has said some; null for nothing. */
  abstract faultOf(server: SmtpServer, password: string): Promise<string | null>
}
