import type { Page, PageOf } from '../../domain/page.ts'
import type { Suppression, SuppressionReason } from '../../domain/person/suppression.ts'

/** Addresses that an organization's jobs write to no more: `Slices.settleAndMark` does not mark them. */
export abstract class Suppressions {
  /** Of an address as `normalizedEmail` leaves it; null where it is written to. */
  abstract reasonFor(organizationId: string, email: string): Promise<SuppressionReason | null>
  /** The whole entry of such an address. */
  abstract find(organizationId: string, email: string): Promise<Suppression | null>
  /** The first reason stays. Answers the entry there is. */
  abstract add(suppression: Suppression): Promise<Suppression>
  abstract list(organizationId: string, page: Page): Promise<PageOf<Suppression>>
}
