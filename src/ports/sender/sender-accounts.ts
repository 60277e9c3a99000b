import type { Sender, SenderTrouble } from '../../domain/sender/sender.ts'

/** A sender with what opens its account. */
export interface SenderAccount {
  readonly sender: Sender
  /** Sealed; null for one that needs none. */
  readonly credentials: string | null
}

export interface RenewedCredentials {
  readonly credentials: string
  readonly expiresAt: Date
}

/** The accounts of senders, for those who send by them. */
export abstract class SenderAccounts {
  abstract find(organizationId: string, id: string): Promise<SenderAccount | null>

  /**
   * Hands the credentials to `work` while nobody else, in whatever process, is renewing them, and keeps what it
   * answers; null leaves them. Answers what is kept afterwards, or null where there is no such sender any more.
   */
  abstract renew(
    organizationId: string,
    id: string,
    work: (credentials: string) => Promise<RenewedCredentials | null>,
  ): Promise<string | null>

  /** It cannot send until somebody has seen to it. One that was changed since `revision` is left alone. */
  abstract report(organizationId: string, id: string, revision: number, trouble: SenderTrouble): Promise<void>
}
