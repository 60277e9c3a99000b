import type { Page, PageOf } from '../../../domain/page.ts'
import type { OutboxMessage } from '../../../domain/sender/message/message.ts'

export abstract class OutboxQueries {
  /** The latest first; of one job, or of all where it is null. */
  abstract list(organizationId: string, jobId: string | null, page: Page): Promise<PageOf<OutboxMessage>>
}
