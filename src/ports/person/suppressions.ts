import type { Page, PageOf } from '../../domain/page.ts'
import type { Suppression, SuppressionEvent, SuppressionReason } from '../../domain/person/suppression.ts'

/** Addresses that an organization's jobs write to no more: `Slices.settleAndMark` does not mark them. */
export abstract class Suppressions {
  /** Of an address as `normalizedEmail` leaves it; null where it is written to. */
  abstract reasonFor(organizationId: string, email: string): Promise<SuppressionReason | null>
  /** The whole entry of such an address. */
  abstract find(organizationId: string, email: string): Promise<Suppression | null>
  /** The events of an address, the newest first. */
  abstract events(organizationId: string, email: string, most: number): Promise<readonly SuppressionEvent[]>
  /** The first reason stays; another one is noted as an event. Answers the entry there is. */
  abstract add(suppression: Suppression): Promise<Suppression>
  abstract list(organizationId: string, page: Page): Promise<PageOf<Suppression>>
}
