import type { ImapServer } from '../../domain/sender/imap-server.ts'

/** Whether an account's answers can be read at a server. */
export abstract class ImapCheck {
  /**
   * Signs in and opens the inbox. What is wrong, in the words of the server where it has said some; null for nothing.
   */
  abstract faultOf(server: ImapServer & { readonly user: string }, password: string): Promise<string | null>
}
