import type { ProviderKind } from '../../domain/sender/connect-state.ts'
import type { TokenCredentials } from '../../domain/sender/credentials.ts'

/** The URL of a mail provider's consent page, and the values by which the provider's answer is verified. */
export interface Consent {
  readonly url: string
  readonly checks: string
}

/** The access to an account's mailbox that a provider has granted. */
export interface Grant extends TokenCredentials {
  /** The provider's id of the mail account, which stays the same if the address changes. */
  readonly account: string
  readonly address: string
  readonly name: string | null
  /** Whether the grant includes reading replies in the mailbox. */
  readonly readsReplies: boolean
}

/** The reasons why a mail provider's consent failed. */
export type ConnectFault = 'denied' | 'refused' | 'missingScope' | 'noRefreshToken' | 'noAddress' | 'away'

/**
 * The error if a mail provider refused consent. Its message contains the provider's words, if there are any.
 */
export class ConnectRefused extends Error {
  readonly fault: ConnectFault
  readonly serverResponse: string | null

  constructor(fault: ConnectFault, serverResponse: string | null = null) {
    super(serverResponse ?? fault)
    this.name = 'ConnectRefused'
    this.fault = fault
    this.serverResponse = serverResponse
  }
}

/**
 * The error if the mail provider has revoked the access to an account. Its message contains the provider's
 * words.
 */
export class GrantRevoked extends Error {
  override readonly name = 'GrantRevoked'
}

/** The error if the mail provider cannot be reached at the moment. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
}

/** The mailbox providers whose users can grant access by OAuth 2 and OpenID Connect. */
export abstract class MailProviders {
  /** The kinds of mail providers at which the operator has registered this service. */
  abstract readonly offered: readonly ProviderKind[]

  abstract consent(kind: ProviderKind, status: string): Promise<Consent>
  /**
   * Exchanges a provider's answer to a consent request for a grant of access. `search` is the unchanged query
   * of the callback URL. Throws ConnectRefused.
   */
  abstract grant(kind: ProviderKind, search: string, status: string, checks: string): Promise<Grant>
  /** Returns renewed OAuth tokens of a mail account. Throws GrantRevoked and ProviderUnavailable. */
  abstract renewed(kind: ProviderKind, refreshToken: string): Promise<TokenCredentials>
  /**
   * Asks the mail provider to revoke the access to an account. Returns true if it did; false if the provider
   * cannot revoke access or is unreachable.
   */
  abstract revoke(kind: ProviderKind, refreshToken: string): Promise<boolean>
}
