import type { Suppression } from '../../domain/person/suppression.ts'

/** An address with its digest; see `PersonDigests`. */
export interface DigestedAddress {
  readonly organizationId: string
  readonly email: string
  readonly digest: string
}

export interface SuppressionStore {
  /**
   * Adds an entry. An existing entry keeps its reason; another reason is stored as an event. Returns the
   * existing entry.
   */
  add(suppression: Suppression): Promise<Suppression>
  /** Deletes an entry and stores an event for it. Returns the entry; null if there is none. */
  remove(organizationId: string, id: string, at: Date): Promise<Suppression | null>
  /**
   * Replaces the address of an entry by its digest, which suppresses like the address, and deletes the events
   * of the address. Returns false if there is no such entry.
   */
  digest(address: DigestedAddress): Promise<boolean>
  /** Returns the entry that is stored under a digest; null if there is none. */
  digested(organizationId: string, digest: string): Promise<Pick<Suppression, 'reason' | 'createdAt'> | null>
  /** Deletes a digest. The caller adds an entry with the address in the same transaction. */
  removeDigest(organizationId: string, digest: string): Promise<void>
}
