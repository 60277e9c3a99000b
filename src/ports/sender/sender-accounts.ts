import type { Sender, SenderKind, SenderTrouble } from '../../domain/sender/sender.ts'

/** A sender with the credentials of its account. */
export interface SenderAccount {
  readonly sender: Sender
  /** The encrypted credentials of the sender's account; null if the sender needs none. */
  readonly credentials: string | null
}

export interface RenewedCredentials {
  readonly credentials: string
  readonly expiresAt: Date
}

/** Reads and renews the credentials of senders' accounts, for sending and for reading mailboxes. */
export abstract class SenderAccounts {
  abstract find(organizationId: string, id: string): Promise<SenderAccount | null>

  /**
   * Calls `work` with the credentials of a sender while no other call, in any process, renews them. Stores
   * the credentials that `work` returns; null leaves them unchanged. Returns the stored credentials, or null
   * if there is no such sender.
   */
  abstract renew(
    organizationId: string,
    id: string,
    work: (credentials: string) => Promise<RenewedCredentials | null>,
  ): Promise<string | null>

  /**
   * Marks a sender as needing attention, so that it sends nothing until a person repairs it. Does nothing if
   * the sender changed since `revision`.
   */
  abstract report(organizationId: string, id: string, revision: number, trouble: SenderTrouble): Promise<void>
}

/** The credentials with which a sender's account can be used at this moment. */
export interface Access {
  readonly kind: SenderKind
  /** An access token of the account that stays valid for a while. */
  readonly token?: string
  readonly settings: Readonly<Record<string, string | number | boolean>>
  readonly password?: string
}

/**
 * Returns the access to a sender's account and renews it if necessary. Throws `SenderAccessError` if the
 * account cannot be used.
 */
export abstract class SenderAccess {
  abstract accessOf(organizationId: string, senderId: string): Promise<Access>
}

/** The account of a sender cannot be used; the message has the words of the provider or of this service. */
export class SenderAccessError extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'SenderAccessError'
  }
}
