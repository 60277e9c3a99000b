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
import { boundedGet, getPage } from './bounded-get.ts'
import { mostMailBytes, parsedMail, type RawMail } from './parsed-mail.ts'

const mailsPerPage = 25

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
const mostSentPages = 4

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

  constructor(api: string) {
    super()
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
    const headers = { prefer: `odata.maxpagesize=${mailsPerPage}, IdType="ImmutableId"` }
    const begin = this.#deltaSince(since)
    const link = cursor === null ? begin : this.#own(String(cursor['link']))
    const page =
      (await getPage<DeltaPage>(link, token, { signal, headers })) ??
      (await getPage<DeltaPage>(begin, token, { signal, headers }))
    const next = page?.['@odata.nextLink'] ?? page?.['@odata.deltaLink']
    if (page === null || next === undefined)
      throw new MailboxFault('UNREADABLE', 'The provider returned no link for changes of the inbox')
    const mails: RawMail[] = []
    for (const { id, conversationId, receivedDateTime, ...rest } of (page.value ?? []).slice(
      0,
      4 * mailsPerPage,
    )) {
      if (id === undefined || '@removed' in rest) continue
      const url = `${this.#api}/v1.0/me/messages/${encodeURIComponent(id)}/$value`
      const { status, bytes } = await boundedGet(url, token, { signal, headers, most: mostMailBytes })
      const at = new Date(receivedDateTime ?? Number.NaN)
      const receivedAt = Number.isNaN(at.getTime()) ? new Date() : at
      // Skips a mail that was deleted after Graph listed it.
      if (status < 400)
        mails.push({ bytes, receivedAt, providerId: id, providerThread: conversationId ?? null })
    }
    const more = page['@odata.nextLink'] !== undefined
    return { mails: await Promise.all(mails.map(parsedMail)), cursor: { link: this.#own(next) }, more }
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
    for (let pages = 0; link !== undefined && pages < mostSentPages; pages++) {
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
