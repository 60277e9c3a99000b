import type { Page, PageOf } from '../../domain/page.ts'
import type { AudienceRange } from '../../domain/spinner/audience.ts'
import type { SpinnerVersion, SpinnerView, VersionEntry } from '../../domain/spinner/spinner.ts'

export abstract class SpinnerQueries {
  /** Of one project, or of all. */
  abstract list(organizationId: string, projectId: string | null, page: Page): Promise<PageOf<SpinnerView>>
  abstract find(organizationId: string, id: string): Promise<SpinnerView | null>
  /** What a job that starts now would take; null for a spinner that is not published. */
  abstract audience(organizationId: string, id: string): Promise<AudienceRange | null>
  /** The number of records that no job of a spinner has taken, also of one that is not published. */
  abstract existing(organizationId: string, id: string): Promise<number>
  /** Those of some records, with their places in the ledger, that cancelled jobs of the spinner have given back. */
  abstract givenBack(
    spinnerId: string,
    records: readonly { readonly recordId: string; readonly seq: number }[],
  ): Promise<ReadonlySet<string>>
  /**
   * The records that a trigger has named, so that the runs of a spinner over its new records pass them over. Asks about
   * some records by id and place in the ledger.
   */
  abstract passedOver(
    spinnerId: string,
    records: readonly { readonly recordId: string; readonly seq: number }[],
  ): Promise<ReadonlySet<string>>
  /** All that were ever published, the latest first; none of a spinner that is not the organization's. */
  abstract versions(organizationId: string, id: string, page: Page): Promise<PageOf<VersionEntry>>
  abstract version(organizationId: string, id: string, version: number): Promise<SpinnerVersion | null>
}
