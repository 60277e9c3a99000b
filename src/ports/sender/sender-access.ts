import type { SenderKind } from '../../domain/sender/sender.ts'

/** By what a sender's account is entered at this moment. */
export interface Access {
  readonly kind: SenderKind
  /** An access token that is still good for a while. */
  readonly token?: string
  readonly settings: Readonly<Record<string, string | number | boolean>>
  readonly password?: string
}

/** Renews what has to be renewed. Throws `NoAccess` where the account cannot be entered. */
export abstract class SenderAccess {
  abstract accessOf(organizationId: string, senderId: string): Promise<Access>
}

/** In the words of the provider, or of whoever knows why. */
export class NoAccess extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'NoAccess'
  }
}
