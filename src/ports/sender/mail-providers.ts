import type { ProviderKind } from '../../domain/sender/connect-state.ts'
import type { TokenCredentials } from '../../domain/sender/credentials.ts'

/** Where to send somebody for their consent, and what the answer is checked by. */
export interface Consent {
  readonly url: string
  readonly checks: string
}

/** What a provider has granted. */
export interface Grant extends TokenCredentials {
  /** Which account it is at the provider, whatever its address is. */
  readonly account: string
  readonly address: string
  readonly name: string | null
  /** Whether replies may be read too. */
  readonly readsReplies: boolean
}

/** Why a consent came to nothing. */
export type ConnectFault = 'denied' | 'refused' | 'missingScope' | 'noRefreshToken' | 'noAddress' | 'away'

/** A consent that came to nothing, with the provider's words where it has said some. */
export class ConnectRefused extends Error {
  readonly fault: ConnectFault
  readonly words: string | null

  constructor(fault: ConnectFault, words: string | null = null) {
    super(words ?? fault)
    this.name = 'ConnectRefused'
    this.fault = fault
    this.words = words
  }
}

/** The provider has taken back what it granted, in its words. */
export class GrantRevoked extends Error {
  override readonly name = 'GrantRevoked'
}

/** The provider cannot be asked just now. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway'
}

/** Those who let their users' mailboxes be used with consent, by OAuth 2 and OpenID Connect. */
export abstract class MailProviders {
  /** Those that the operator has registered with. */
  abstract readonly offered: readonly ProviderKind[]

  abstract consent(kind: ProviderKind, state: string): Promise<Consent>
  /** `search` is the query of the callback, as it came. Throws ConnectRefused. */
  abstract grant(kind: ProviderKind, search: string, state: string, checks: string): Promise<Grant>
  /** Throws GrantRevoked and ProviderAway. */
  abstract renewed(kind: ProviderKind, refreshToken: string): Promise<TokenCredentials>
  /** Whether the provider has taken it back; false where it has no way to, or is away. */
  abstract revoke(kind: ProviderKind, refreshToken: string): Promise<boolean>
}
