import type { MailboxCursor } from '../../domain/sender/heard/mailbox.ts'
import type { Sender } from '../../domain/sender/sender.ts'

export interface SenderStore {
  /** All of an organization, the oldest first. */
  of(organizationId: string): Promise<readonly Sender[]>
  lock(organizationId: string, id: string): Promise<Sender | null>
  /** Whether days of this time zone are the same where budgets are kept. */
  knowsZone(timeZone: string): Promise<boolean>
  /** Adds a sender with its credentials (sealed) and the time when they end. Its mailbox is due at once. */
  add(sender: Sender, credentials: string | null, expiresAt: Date | null): Promise<void>
  save(sender: Sender): Promise<void>
  saveCredentials(id: string, credentials: string, expiresAt: Date | null): Promise<void>
  /** Keeps where the reading of the sender's mailbox begins. A mailbox that has a place already keeps that one. */
  keepPlace(id: string, place: MailboxCursor): Promise<void>
  credentialsOf(id: string): Promise<string | null>
  remove(id: string): Promise<void>
  /** The names of published spinners whose steps name it. */
  publishedSpinnersOf(organizationId: string, id: string): Promise<readonly string[]>
}
