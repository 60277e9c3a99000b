/** Where to send somebody, and what their answer is checked by. */
export interface SignInRequest {
  readonly url: string
  readonly checks: string
}

/** Who somebody is at the provider. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  /** Null where the provider does not vouch for one. */
  readonly verifiedEmail: string | null
  readonly name: string | null
}

/** Why nobody came of an answer. */
export type IdentityFault = 'denied' | 'refused' | 'away'

export class IdentityRefused extends Error {
  readonly fault: IdentityFault

  constructor(fault: IdentityFault, words: string) {
    super(words)
    this.name = 'IdentityRefused'
    this.fault = fault
  }
}

/** The provider of OpenID Connect that people sign in by, where one is configured. */
export abstract class IdentityProvider {
  /** What people call it; null where there is none. */
  abstract readonly name: string | null
  /** Throws IdentityRefused. */
  abstract begin(state: string): Promise<SignInRequest>
  /** Throws IdentityRefused. `search` is the whole query of the answer. */
  abstract identity(search: string, state: string, checks: string): Promise<Identity>
}
