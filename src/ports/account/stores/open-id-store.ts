import type { OpenIdState } from '../../../domain/account/open-id/open-id-state.ts'
import type { Identity } from '../identity-provider.ts'

export type IdentityKey = Pick<Identity, 'issuer' | 'subject'>

/** Who comes back from the provider, and whose account that is. */
export interface OpenIdStore {
  addState(state: OpenIdState): Promise<void>
  /** Uses it up; null for one that is unknown, used or too old. */
  takeState(digest: string, at: Date): Promise<OpenIdState | null>
  /** Whose account an identity opens; null for none. */
  userOf(identity: IdentityKey): Promise<string | null>
  /** Throws CONFLICT where it opens an account already. */
  link(identity: IdentityKey, userId: string, at: Date): Promise<void>
}
