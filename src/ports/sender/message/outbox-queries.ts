import type { Page, PageOf } from '../../../domain/page.ts'
import type { OutboxMessage } from '../../../domain/sender/message/message.ts'

export abstract class OutboxQueries {
  /** Returns captured messages, latest first: of one job, or of all jobs if `jobId` is null. */
  abstract list(organizationId: string, jobId: string | null, page: Page): Promise<PageOf<OutboxMessage>>
}
