import type { OutboxMessage } from '../domain/job/message.ts'
import type { Page, PageOf } from '../domain/page.ts'

export abstract class OutboxQueries {
  /** The latest first. */
  abstract list(organizationId: string, page: Page): Promise<PageOf<OutboxMessage>>
}
