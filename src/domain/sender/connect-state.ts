import type { SenderKind } from './sender.ts'

/** The kinds of senders that are connected by a provider's consent page. */
export type ProviderKind = Extract<SenderKind, 'google' | 'microsoft'>

export const providerKinds: readonly ProviderKind[] = ['google', 'microsoft']

/**
 * A consent request that sent a user to a provider's page. The state that comes back with the user is
 * accepted once.
 */
export interface ConnectState {
  /** The digest of the state. Only the browser and the provider have the state itself. */
  readonly digest: string
  readonly kind: ProviderKind
  readonly organizationId: string
  readonly userId: string
  readonly sessionId: string
  /** The encrypted PKCE verifier and nonce by which the provider's answer is verified. */
  readonly checks: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** The reason why a state is refused. */
export type StateFault = 'unknown' | 'used' | 'expired' | 'otherSession'

const minutes = 10

export function connectStateEnd(now: Date): Date {
  return new Date(now.getTime() + minutes * 60_000)
}
