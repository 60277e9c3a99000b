import type { Page, PageOf } from '../../domain/page.ts'
import type { ConnectState, StateFault } from '../../domain/sender/connect-state.ts'
import type { MailboxCursor } from '../../domain/sender/inbound/mailbox.ts'
import type { Sender } from '../../domain/sender/sender.ts'

/** A sender as the API returns it. */
export interface SenderView extends Sender {
  /** The number of messages that the sender has sent on the present day of its time zone. */
  readonly usedToday: number
}

export abstract class SenderQueries {
  /** Returns a page of senders, oldest first. */
  abstract list(organizationId: string, page: Page): Promise<PageOf<SenderView>>
  abstract find(organizationId: string, id: string): Promise<SenderView | null>
}

/** The senders with their credentials, pauses and requests for consent of a mail provider. */
export interface SenderStore {
  /** Returns all senders of an organization, oldest first. */
  of(organizationId: string): Promise<readonly Sender[]>
  lock(organizationId: string, id: string): Promise<Sender | null>
  /** Locks a sender and its daily budget, so that no message of the sender is marked until it is removed. */
  lockToRemove(organizationId: string, id: string): Promise<Sender | null>
  /**
   * Returns whether the database, which counts the daily budgets of senders, knows this time zone with the
   * same days.
   */
  knowsZone(timeZone: string): Promise<boolean>
  /**
   * Adds a sender with its encrypted credentials and the time when they end. Its mailbox is due to be read at
   * once.
   */
  add(sender: Sender, credentials: string | null, expiresAt: Date | null): Promise<void>
  save(sender: Sender): Promise<void>
  saveCredentials(id: string, credentials: string, expiresAt: Date | null): Promise<void>
  /**
   * Stores the cursor at which reading of the sender's mailbox begins. A mailbox that already has a cursor
   * keeps it.
   */
  keepPlace(id: string, place: MailboxCursor): Promise<void>
  credentialsOf(id: string): Promise<string | null>
  remove(id: string): Promise<void>
  /** Returns the names of published spinners whose steps name the sender. */
  publishedSpinnersOf(organizationId: string, id: string): Promise<readonly string[]>
  /** Adds the state of a consent request to a mail provider, and deletes states that ended long ago. */
  addConnectState(state: ConnectState): Promise<void>
  /**
   * Uses up the state of a consent request and returns it; returns the fault if it may not be used in this
   * session.
   */
  takeConnectState(digest: string, sessionId: string, at: Date): Promise<ConnectState | StateFault>
  /**
   * Resumes a sender, resets its counts, and makes the recipients due that wait for it. Returns false if the
   * sender was not paused, null if there is no such sender.
   */
  resume(resumption: Resumption): Promise<boolean | null>
  /** Makes the recipients due that wait for a sender, because its limits changed or it can send again. */
  askAgain(senderId: string, at: Date): Promise<void>
}

export interface Resumption {
  readonly organizationId: string
  readonly senderId: string
  /** The id of the spinner for which the sender is resumed; null for all pauses of the sender. */
  readonly spinnerId: string | null
  readonly at: Date
}
