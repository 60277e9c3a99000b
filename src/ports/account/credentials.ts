import type { CredentialHolder } from '../../domain/account/api-keys/credential-holder.ts'
import type { KeyRefusal } from '../../domain/account/api-keys/key-refusal.ts'
import type { SignedIn } from '../../domain/account/sessions/session.ts'
import type { DomainError } from '../../domain/errors.ts'

/**
 * Finds who sends a request: the holders of API keys, webhook URLs and events URLs, and the people of sessions. Collects
 * what requests do with keys and sessions, and writes it later.
 */
export abstract class Credentials {
  /**
   * Returns the holder of a credential by its digest, also if the credential is revoked or has expired. Returns the
   * refusal of an organization that is closed or has left this cell; null if nobody has the credential.
   */
  abstract find(digest: string): Promise<CredentialHolder | DomainError | null>
  abstract signedIn(sessionId: string): Promise<SignedIn | null>
  /**
   * Stores when an API key, given by its digest, was last used. Writes only sometimes, so the stored time is
   * accurate to a minute.
   */
  abstract noteUse(digest: string, at: Date): void
  /**
   * Stores when a session was last used. Writes only sometimes, so the stored time is accurate to a few
   * minutes.
   */
  abstract noteSessionUse(sessionId: string, at: Date): void
  /** Collects a refused request of an API key, given by its digest. It is stored within ten seconds. */
  abstract noteRefusal(digest: string, refusal: KeyRefusal): void
}
