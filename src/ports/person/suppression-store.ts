import type { Suppression } from '../../domain/person/suppression.ts'

/** Whom a digest stands for: see `PersonDigests`. */
export interface DigestedAddress {
  readonly organizationId: string
  readonly email: string
  readonly digest: string
}

export interface SuppressionStore {
  /** The first reason stays; another one is noted as an event. Answers the entry there is. */
  add(suppression: Suppression): Promise<Suppression>
  /** Deletes an entry and notes that it was lifted. Answers the entry; null when there is no such entry. */
  remove(organizationId: string, id: string, at: Date): Promise<Suppression | null>
  /**
   * Keeps the entry of an address as a digest, which holds like the address, and deletes the events of the address.
   * False when there is no such entry.
   */
  digest(address: DigestedAddress): Promise<boolean>
  /** What is kept as a digest; null for nothing. */
  digested(organizationId: string, digest: string): Promise<Pick<Suppression, 'reason' | 'createdAt'> | null>
  /** Takes a digest away; the entry of an address takes its place in the same transaction. */
  removeDigest(organizationId: string, digest: string): Promise<void>
}
