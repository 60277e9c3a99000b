import type { Language } from '../../text/language.ts'

/**
 * A sign-in in progress, for which a browser was sent to the OpenID Connect provider. Its state parameter is
 * accepted once.
 */
export interface OpenIdState {
  /**
   * The digest of the state parameter of a sign-in in progress. The state itself is known only to the browser
   * and the provider.
   */
  readonly digest: string
  /** The encrypted PKCE verifier and nonce with which the response of the sign-in provider is verified. */
  readonly encryptedVerifier: string
  /** The digest of the invitation whose link the person opened; null if there was none. */
  readonly invitation: string | null
  /**
   * Whether the person chose to create an organization instead of using the unconfirmed account of the
   * address.
   */
  readonly createOrganization: boolean
  /** The time zone of the browser, for an organization that the sign-in creates; null if the browser sent none. */
  readonly timeZone: string | null
  /** The language of the console, for an organization that the sign-in creates; null if the browser sent none. */
  readonly language: Language | null
  /** The id of the organization's own provider to which the browser was sent; null for the provider of the operator. */
  readonly providerId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

const minutes = 10

export function openIdStateEnd(now: Date): Date {
  return new Date(now.getTime() + minutes * 60_000)
}
