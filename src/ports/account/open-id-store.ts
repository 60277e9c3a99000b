import type { OpenIdState } from '../../domain/account/open-id/open-id-state.ts'
import type { Identity } from './identity-provider.ts'

export type IdentityKey = Pick<Identity, 'issuer' | 'subject'>

/** The states of sign-ins by a provider, and the accounts that its identities open. */
export interface OpenIdStore {
  addState(state: OpenIdState): Promise<void>
  /** Uses up the state of a sign-in and returns it; null if the state is unknown, was used or is too old. */
  takeState(digest: string, at: Date): Promise<OpenIdState | null>
  /** Returns the id of the user whose account an identity opens; null if there is none. */
  userOf(identity: IdentityKey): Promise<string | null>
  /** Links an identity to an account. Throws CONFLICT if the identity already opens an account. */
  link(identity: IdentityKey, userId: string, at: Date): Promise<void>
}
