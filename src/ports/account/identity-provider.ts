/**
 * The URL to which a person is sent to sign in, and the values by which the provider's answer is verified.
 */
export interface SignInRequest {
  readonly url: string
  readonly checks: string
}

/** The identity of a person at the sign-in provider. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  /** The person's e-mail address, if the provider has verified it; otherwise null. */
  readonly verifiedEmail: string | null
  readonly name: string | null
}

/** The reason why a sign-in by the provider failed. */
export type IdentityFault = 'denied' | 'refused' | 'away'

export class IdentityRefused extends Error {
  readonly fault: IdentityFault

  constructor(fault: IdentityFault, words: string) {
    super(words)
    this.name = 'IdentityRefused'
    this.fault = fault
  }
}

/** The OpenID Connect provider by which people sign in, if one is configured. */
export abstract class IdentityProvider {
  /** The name of the provider for people; null if none is configured. */
  abstract readonly name: string | null
  /** Begins a sign-in by the provider. Throws IdentityRefused. */
  abstract begin(state: string): Promise<SignInRequest>
  /**
   * Returns the identity of the person in the provider's answer. `search` is the whole query of the callback
   * URL. Throws IdentityRefused.
   */
  abstract identity(search: string, state: string, checks: string): Promise<Identity>
}
