import type { CredentialHolder } from '../../domain/account/api-keys/credential-holder.ts'
import type { Departure } from '../../domain/cell/departure.ts'

/** Finds the holders of API keys, webhook URLs and events URLs. */
export abstract class Credentials {
  /**
   * Returns the holder of a credential by its digest, also if the credential is revoked or has expired. Returns the
   * departure of an organization that makes its credential unreachable; null if nobody has the credential.
   */
  abstract find(digest: string): Promise<CredentialHolder | Departure | null>
}
