import type { Suppression } from '../../domain/person/suppression.ts'

/** A suppressed e-mail address with its digest; see `PersonDigests`. */
export interface DigestedAddress {
  readonly organizationId: string
  readonly email: string
  readonly digest: string
}

export interface SuppressionStore {
  /**
   * Adds a suppression. An address that is already suppressed keeps its reason; another reason is stored as
   * an event. Returns the existing suppression.
   */
  add(suppression: Suppression): Promise<Suppression>
  /** Deletes a suppression and stores an event for it. Returns the suppression; null if there is none. */
  remove(organizationId: string, id: string, at: Date): Promise<Suppression | null>
  /**
   * Replaces the address of a suppression by its digest, which suppresses like the address, and deletes the
   * events of the address. Returns false if there is no such suppression.
   */
  digest(address: DigestedAddress): Promise<boolean>
  /** Returns the suppression that is stored under a digest; null if there is none. */
  digested(organizationId: string, digest: string): Promise<Pick<Suppression, 'reason' | 'createdAt'> | null>
  /**
   * Deletes the digest of a suppressed address. The caller adds a suppression with the address in the same
   * transaction.
   */
  removeDigest(organizationId: string, digest: string): Promise<void>
}
