import type { ArrivalView } from '../../domain/arrival/arrival.ts'
import type { ArrivalState } from '../../domain/arrival/arrival-state.ts'
import type { Page, PageOf } from '../../domain/page.ts'

/** A filter for arrivals; a field that is null does not restrict them. */
export interface ArrivalFilter {
  readonly dataTableId: string | null
  readonly state: ArrivalState | null
  readonly code: string | null
  readonly shape: string | null
  /** Whether to leave out accepted arrivals, which are stored without a body. */
  readonly keptOnly?: boolean
}

/** An accepted arrival. The ids of its records are consecutive. */
export interface AcceptedArrival extends ArrivalView {
  readonly firstRecordId: string
}

export abstract class ArrivalQueries {
  /**
   * Returns a page of arrivals, newest first. Arrivals that were accepted unchanged have neither code nor
   * format.
   */
  abstract list(organizationId: string, filter: ArrivalFilter, page: Page): Promise<PageOf<ArrivalView>>

  /**
   * Returns an accepted arrival with the id of its first record, by the arrival's id in the list; null if
   * there is none.
   */
  abstract accepted(organizationId: string, id: string): Promise<AcceptedArrival | null>
}
