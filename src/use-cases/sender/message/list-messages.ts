import type { Page, PageOf } from '../../../domain/page.ts'
import type { LoggedMessage } from '../../../domain/sender/message/logged-message.ts'
import type { MessageFilter, MessageLog } from '../../../ports/sender/message/message-log.ts'

/** The number of messages whose subjects one request decrypts, and how many it reads at once. */
const maxSearched = 10_000
const readAtOnce = 500

/** Lists sent and captured messages. */
export class ListMessages {
  readonly #log: MessageLog

  constructor(log: MessageLog) {
    this.#log = log
  }

  /**
   * Returns a page of messages, latest first. A page of messages with a text in their subjects may have fewer messages
   * than its limit although more follow: subjects are encrypted, so each is decrypted and read, up to a limit for each
   * request. Calls `yieldToOthers` between the messages that are read at once.
   */
  async execute(
    organizationId: string,
    filter: MessageFilter,
    subject: string | null,
    page: Page,
    yieldToOthers: () => Promise<void>,
  ): Promise<PageOf<LoggedMessage>> {
    if (subject === null) return this.#log.list(organizationId, filter, page)
    const text = subject.toLowerCase()
    const matches: LoggedMessage[] = []
    let { after } = page
    for (let searched = 0; searched < maxSearched; searched += readAtOnce) {
      const listed = await this.#log.list(organizationId, filter, { limit: readAtOnce, after })
      matches.push(...listed.items.filter((message) => message.subject.toLowerCase().includes(text)))
      if (matches.length > page.limit) {
        const items = matches.slice(0, page.limit)
        return { items, next: items.at(-1)?.id ?? null }
      }
      if (listed.next === null) return { items: matches, next: null }
      after = listed.next
      await yieldToOthers()
    }
    return { items: matches, next: after }
  }
}
