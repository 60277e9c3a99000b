import type { Page, PageOf } from '../../domain/page.ts'
import type { Sender } from '../../domain/sender/sender.ts'

/** A sender as it is looked at. */
export interface SenderView extends Sender {
  /** Messages in the present day of its time zone. */
  readonly usedToday: number
}

export abstract class SenderQueries {
  /** The oldest first. */
  abstract list(organizationId: string, page: Page): Promise<PageOf<SenderView>>
  abstract find(organizationId: string, id: string): Promise<SenderView | null>
}
