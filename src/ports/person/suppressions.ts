import type { Page, PageOf } from '../../domain/page.ts'
import type { Suppression, SuppressionEvent, SuppressionReason } from '../../domain/person/suppression.ts'

/** Addresses to which an organization's jobs no longer write; `Slices.settleAndMark` does not mark them. */
export abstract class Suppressions {
  /**
   * Returns the reason for an address in the form that `normalizedEmail` returns; null if it is not
   * suppressed.
   */
  abstract reasonFor(organizationId: string, email: string): Promise<SuppressionReason | null>
  /** Returns the entry of such an address; null if there is none. */
  abstract find(organizationId: string, email: string): Promise<Suppression | null>
  /** Returns the events of an address, newest first. */
  abstract events(organizationId: string, email: string, most: number): Promise<readonly SuppressionEvent[]>
  /**
   * Adds an entry. An existing entry keeps its reason; another reason is stored as an event. Returns the
   * existing entry.
   */
  abstract add(suppression: Suppression): Promise<Suppression>
  abstract list(organizationId: string, page: Page): Promise<PageOf<Suppression>>
}
