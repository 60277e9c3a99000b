import type { SenderKind } from './sender.ts'

/** The kinds that are connected by a provider's consent page. */
export type ProviderKind = Extract<SenderKind, 'google' | 'microsoft'>

export const providerKinds: readonly ProviderKind[] = ['google', 'microsoft']

/** A consent that somebody was sent to a provider for: whoever comes back with it is believed once. */
export interface ConnectState {
  /** Of the state, which only the browser and the provider have. */
  readonly digest: string
  readonly kind: ProviderKind
  readonly organizationId: string
  readonly userId: string
  readonly sessionId: string
  /** What the answer is checked by, sealed. */
  readonly checks: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Why a state is not believed. */
export type StateFault = 'unknown' | 'used' | 'expired' | 'otherSession'

const minutes = 10

export function connectStateEnd(now: Date): Date {
  return new Date(now.getTime() + minutes * 60_000)
}
