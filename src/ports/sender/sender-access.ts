import type { SenderKind } from '../../domain/sender/sender.ts'

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
