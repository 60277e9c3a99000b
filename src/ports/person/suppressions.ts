import type { Page, PageOf } from '../../domain/page.ts'
import type { Suppression, SuppressionEvent, SuppressionReason } from '../../domain/person/suppression.ts'

/** Addresses to which an organization's jobs no longer write; `Slices.settleAndMark` does not mark them. */
export abstract class Suppressions {
  /**
   * Returns the reason why an address is suppressed; null if it is not. The address has the form that
   * `normalizedEmail` returns.
   */
  abstract reasonFor(organizationId: string, email: string): Promise<SuppressionReason | null>
  /**
   * Returns the suppression of an address, in the form that `normalizedEmail` returns; null if there is none.
   */
  abstract find(organizationId: string, email: string): Promise<Suppression | null>
  /** Returns the events that suppressed an address or ended its suppression, newest first. */
  abstract events(organizationId: string, email: string, most: number): Promise<readonly SuppressionEvent[]>
  /**
   * Adds a suppression. An address that is already suppressed keeps its reason; another reason is stored as
   * an event. Returns the existing suppression.
   */
  abstract add(suppression: Suppression): Promise<Suppression>
  abstract list(organizationId: string, page: Page): Promise<PageOf<Suppression>>
}
