import type { ArrivalView } from '../../domain/arrival/arrival.ts'
import type { ArrivalState } from '../../domain/arrival/arrival-state.ts'
import type { Page, PageOf } from '../../domain/page.ts'

/** Which arrivals are asked for; null asks for any. */
export interface ArrivalFilter {
  readonly dataTableId: string | null
  readonly state: ArrivalState | null
  readonly code: string | null
  readonly shape: string | null
  /** Leaves out arrivals that were accepted, which have no body. */
  readonly keptOnly?: boolean
}

/** The ids of its records follow one another. */
export interface AcceptedArrival extends ArrivalView {
  readonly firstRecordId: string
}

export abstract class ArrivalQueries {
  /** The newest first. What was accepted as it came has neither code nor shape. */
  abstract list(organizationId: string, filter: ArrivalFilter, page: Page): Promise<PageOf<ArrivalView>>

  /** One that was accepted as it came, by the id that the list has for it, with the id of its first record. */
  abstract accepted(organizationId: string, id: string): Promise<AcceptedArrival | null>
}
