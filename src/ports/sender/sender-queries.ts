import type { Page, PageOf } from '../../domain/page.ts'
import type { Sender } from '../../domain/sender/sender.ts'

/** A sender as the API returns it. */
export interface SenderView extends Sender {
  /** The number of messages that the sender has sent on the present day of its time zone. */
  readonly usedToday: number
}

export abstract class SenderQueries {
  /** Returns a page of senders, oldest first. */
  abstract list(organizationId: string, page: Page): Promise<PageOf<SenderView>>
  abstract find(organizationId: string, id: string): Promise<SenderView | null>
}
