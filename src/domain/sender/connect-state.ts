import type { SenderKind } from './sender.ts'

/** The kinds of senders that are connected by a mailbox provider's consent page. */
export type ProviderKind = Extract<SenderKind, 'google' | 'microsoft'>

export const providerKinds: readonly ProviderKind[] = ['google', 'microsoft']

/**
 * A request for consent with which a user was sent to a mailbox provider's page. The state that the provider
 * returns with the user is accepted once.
 */
export interface ConnectState {
  /**
   * The digest of the state of the consent request. The state itself is known only to the browser and the
   * provider.
   */
  readonly digest: string
  readonly kind: ProviderKind
  readonly organizationId: string
  readonly userId: string
  readonly sessionId: string
  /**
   * The encrypted PKCE verifier and nonce by which the mailbox provider's answer to the consent request is
   * verified.
   */
  readonly encryptedVerifier: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** The reason why the state of a consent request is refused. */
export type StateFault = 'unknown' | 'used' | 'expired' | 'otherSession'

const minutes = 10

export function connectStateEnd(now: Date): Date {
  return new Date(now.getTime() + minutes * 60_000)
}
