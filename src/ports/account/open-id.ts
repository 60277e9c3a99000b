import type { OpenIdSettings } from '../../domain/account/open-id/open-id-settings.ts'

/**
 * The URL of the OpenID Connect provider to which a person is sent to sign in, and the values by which its
 * answer is verified.
 */
export interface SignInRequest {
  readonly url: string
  readonly checks: string
}

/** The identity of a person at the OpenID Connect provider. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  /** The person's e-mail address if the OpenID Connect provider has verified it; otherwise null. */
  readonly verifiedEmail: string | null
  readonly name: string | null
}

/** The reason why a sign-in through the OpenID Connect provider failed. */
export type IdentityFault = 'denied' | 'refused' | 'away'

export class IdentityRefused extends Error {
  readonly fault: IdentityFault

  constructor(fault: IdentityFault, words: string) {
    super(words)
    this.name = 'IdentityRefused'
    this.fault = fault
  }
}

/** The OpenID Connect providers by which people sign in: the operator's, if one is configured, and those of organizations. */
export abstract class IdentityProvider {
  /** The display name of the operator's OpenID Connect provider; null if none is configured. */
  abstract readonly name: string | null
  /** Begins a sign-in through the operator's provider or an organization's own. Throws IdentityRefused. */
  abstract begin(state: string, own: OwnProvider | null): Promise<SignInRequest>
  /**
   * Returns the identity of the person in the provider's answer. `search` is the whole query of the callback
   * URL. Throws IdentityRefused.
   */
  abstract identity(search: string, state: string, checks: string, own: OwnProvider | null): Promise<Identity>
  /** Returns what is wrong with an organization's issuer, such as "must be on the public internet"; null if nothing. */
  abstract faultOf(issuer: string): string | null
  /** Reads the configuration that an organization's own provider publishes. Throws IdentityRefused. */
  abstract discover(own: OwnProvider): Promise<void>
}

/** The registration of the service at an organization's own provider. */
export interface OwnProvider extends Pick<OpenIdSettings, 'issuer' | 'clientId' | 'clientSecret'> {
  readonly organizationId: string
  /** The address that the person typed, for the provider's form; absent if there is none. */
  readonly loginHint?: string
}

export type IdentityKey = Pick<Identity, 'issuer' | 'subject'>
