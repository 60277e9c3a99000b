import type { Page, PageOf } from '../../../../domain/page.ts'
import type { OutboxMessage } from '../../../../domain/sender/message/message.ts'
import { OutboxQueries } from '../../../../ports/sender/message/outbox-queries.ts'
import { itemsOf, pageById } from '../../pages.ts'
import type { MemoryStore } from '../../store.ts'
import { without } from '../../without.ts'

export class MemoryOutboxQueries extends OutboxQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async list(
    organizationId: string,
    jobId: string | null,
    page: Page,
  ): Promise<PageOf<OutboxMessage>> {
    const belongs = (message: { readonly organizationId: string; readonly jobId: string }) =>
      message.organizationId === organizationId && (jobId === null || message.jobId === jobId)
    const found = pageById(this.#store.outbox, page, belongs, true)
    return itemsOf(found, (message) =>
      without(
        message,
        'organizationId',
        'unsubscribeUrl',
        'slice',
        'from',
        'thread',
        'attachments',
        'isTest',
      ),
    )
  }
}
