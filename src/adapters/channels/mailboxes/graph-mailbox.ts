import { messageIdsIn } from '../../../domain/sender/inbound/incoming-mail.ts'
import { type MailboxCursor, readFromTime } from '../../../domain/sender/inbound/mailbox.ts'
import { ownIdHeader } from '../../../domain/sender/message/own-id-header.ts'
import {
  MailboxFault,
  MailboxReader,
  type ReadMails,
  type ReadPosition,
} from '../../../ports/sender/inbound/mailbox-reader.ts'
import type { Access } from '../../../ports/sender/message/channels.ts'
import type { ReadMessageId, UnreadMessage } from '../../../ports/sender/message/message-log.ts'
import { getPage } from './bounded-get.ts'
import { type ListedMail, MailRequests } from './mail-requests.ts'
import { maxMailBytes } from './parsed-mail.ts'

const mailsPerPage = 25
const pageHeaders = { prefer: `odata.maxpagesize=${mailsPerPage}, IdType="ImmutableId"` }

interface DeltaPage {
  readonly value?: readonly {
    readonly id?: string
    readonly conversationId?: string
    readonly receivedDateTime?: string
    readonly '@removed'?: unknown
  }[]
  readonly '@odata.nextLink'?: string
  readonly '@odata.deltaLink'?: string
}

const sentPerPage = 50
const maxSentPages = 4

interface SentItem {
  readonly id?: string
  readonly conversationId?: string
  readonly internetMessageId?: string
  readonly internetMessageHeaders?: readonly { readonly name?: string; readonly value?: string }[]
}

interface SentPage {
  readonly value?: readonly SentItem[]
  readonly '@odata.nextLink'?: string
}

/**
 * Returns the provider's ids of sent messages that are among the sent items. An item is matched by the header
 * with this service's Message-ID, otherwise by a Message-ID that the provider did not replace.
 */
function matchedIds(sent: readonly UnreadMessage[], items: readonly SentItem[]): readonly ReadMessageId[] {
  const byOwnId = new Map<string, SentItem>()
  for (const item of items) {
    const header = item.internetMessageHeaders?.find(({ name }) => name?.toLowerCase() === ownIdHeader)
    const [ownId = item.internetMessageId] = messageIdsIn(header?.value)
    if (ownId !== undefined) byOwnId.set(ownId, item)
  }
  return sent.flatMap(({ id, messageId }) => {
    const item = byOwnId.get(messageId)
    if (item === undefined) return []
    const { id: providerId = null, conversationId: providerThread = null } = item
    const [providerMessageId = null] = messageIdsIn(item.internetMessageId)
    return [{ id, providerMessageId, providerId, providerThread }]
  })
}

/**
 * `GraphMailbox` reads the mails that Microsoft Graph lists as new in the inbox. If Graph rejects the link of
 * the last reading, it reads the mails since the time of that reading.
 */
export class GraphMailbox extends MailboxReader {
  readonly #api: string
  readonly #turnMs: number | undefined

  /** `turnMs` is the time in milliseconds after which a reading requests no further mail. */
  constructor(api: string, turnMs?: number) {
    super()
    this.#turnMs = turnMs
    this.#api = api
  }

  /**
   * Returns a link of Microsoft Graph that lists mails since a time, because Graph names no cursor before the
   * first reading.
   */
  override async cursorAtEnd(_access: Access, since: Date): Promise<MailboxCursor> {
    return { link: this.#deltaSince(since) }
  }

  override async read(
    { token }: Access,
    { cursor, since }: ReadPosition,
    signal: AbortSignal,
  ): Promise<ReadMails> {
    if (token === undefined)
      throw new MailboxFault('REFUSED', 'The account is not connected; connect the sender again')
    const requests = new MailRequests(token, signal, this.#turnMs)
    const begin = this.#deltaSince(since)
    const link = cursor === null ? begin : this.#own(String(cursor['link']))
    const options = { signal, headers: pageHeaders }
    const known = await getPage<DeltaPage>(link, token, options)
    const page = known ?? (await getPage<DeltaPage>(begin, token, options))
    const next = page?.['@odata.nextLink'] ?? page?.['@odata.deltaLink']
    if (page === null || next === undefined)
      throw new MailboxFault('UNREADABLE', 'The provider returned no link for changes of the inbox')
    const { mails, done } = await requests.read(this.#listed(page), cursor?.['done'])
    // Reads the rest of this page in the next reading.
    if (done !== null) return { mails, cursor: { link: known === null ? begin : link, done }, more: true }
    const more = page['@odata.nextLink'] !== undefined
    return { mails, cursor: { link: this.#own(next) }, more }
  }

  #listed({ value = [] }: DeltaPage): readonly ListedMail[] {
    return value
      .slice(0, 4 * mailsPerPage)
      .flatMap(({ id, conversationId, receivedDateTime, ...rest }): ListedMail[] => {
        if (id === undefined || '@removed' in rest) return []
        const at = new Date(receivedDateTime ?? Number.NaN)
        const receivedAt = Number.isNaN(at.getTime()) ? new Date() : at
        const url = `${this.#api}/v1.0/me/messages/${encodeURIComponent(id)}/$value`
        const read = (bytes: Buffer) => ({
          bytes,
          receivedAt,
          providerId: id,
          providerThread: conversationId ?? null,
        })
        return [{ id, url, most: maxMailBytes, headers: pageHeaders, read }]
      })
  }

  /**
   * Searches an accepted message in the sent items of Microsoft Graph, because Graph returns no id for it.
   */
  override async sentIds(
    { token }: Access,
    sent: readonly UnreadMessage[],
    signal: AbortSignal,
  ): Promise<readonly ReadMessageId[]> {
    if (token === undefined)
      throw new MailboxFault('REFUSED', 'The account is not connected; connect the sender again')
    const [oldest] = sent
    if (oldest === undefined) return []
    const headers = { prefer: 'IdType="ImmutableId"' }
    const items: SentItem[] = []
    let link: string | undefined = this.#sentSince(readFromTime(oldest.createdAt))
    for (let pages = 0; link !== undefined && pages < maxSentPages; pages++) {
      const page: SentPage | null = await getPage<SentPage>(link, token, { signal, headers })
      items.push(...(page?.value ?? []))
      const next: string | undefined = page?.['@odata.nextLink']
      link = next === undefined ? undefined : this.#own(next)
    }
    return matchedIds(sent, items)
  }

  #sentSince(since: Date): string {
    const filter = encodeURIComponent(`sentDateTime ge ${since.toISOString()}`)
    const fields = 'id,conversationId,internetMessageId,internetMessageHeaders'
    const query = `$select=${fields}&$filter=${filter}&$orderby=sentDateTime&$top=${sentPerPage}`
    return `${this.#api}/v1.0/me/mailFolders/sentitems/messages?${query}`
  }

  #deltaSince(since: Date): string {
    const filter = encodeURIComponent(`receivedDateTime ge ${since.toISOString()}`)
    const query = `changeType=created&$select=id,conversationId,receivedDateTime&$filter=${filter}`
    return `${this.#api}/v1.0/me/mailFolders/inbox/messages/delta?${query}`
  }

  /**
   * Returns a link from an answer of Graph if it leads to Graph; otherwise throws. The access token may not
   * be sent to another host.
   */
  #own(link: string): string {
    if (URL.parse(link)?.origin !== new URL(this.#api).origin)
      throw new MailboxFault('UNREADABLE', 'The provider answered with a link to another host')
    return link
  }
}
