import { messageIdsIn } from '../../../domain/sender/inbound/incoming-mail.ts'
import type { MailboxCursor } from '../../../domain/sender/inbound/mailbox.ts'
import {
  MailboxFault,
  MailboxReader,
  type ReadMails,
  type ReadPosition,
} from '../../../ports/sender/inbound/mailbox-reader.ts'
import type { Access } from '../../../ports/sender/message/channels.ts'
import type { ReadMessageId, UnreadMessage } from '../../../ports/sender/message/message-log.ts'
import { AnswerFault, getPage } from './bounded-get.ts'
import { type ListedMail, MailRequests } from './mail-requests.ts'
import { maxMailBytes, type RawMail } from './parsed-mail.ts'

const maxMails = 50
/**
 * The least time in milliseconds between two requests for a mail. Each costs 20 of the 6,000 quota units that Gmail
 * gives one user in a minute; a sent message costs 100. 200 mails a minute take 4,000 units, and the Message-IDs of sent
 * mails that four readings look up take 1,600.
 */
const spacingMs = 300
/** The largest answer of Gmail with a mail, in bytes: the mail in base64 and the JSON around it. */
const maxRawBytes = Math.ceil((maxMailBytes * 4) / 3) + 4_096

interface AddedMessage {
  readonly id?: string
  readonly labelIds?: readonly string[]
}

interface HistoryPage {
  readonly history?: readonly {
    readonly id?: string
    readonly messagesAdded?: readonly { readonly message?: AddedMessage }[]
  }[]
  readonly nextPageToken?: string
  readonly historyId?: string
}

interface MetadataPage {
  readonly threadId?: string
  readonly payload?: { readonly headers?: readonly { readonly name?: string; readonly value?: string }[] }
}

interface ListPage {
  readonly messages?: readonly AddedMessage[]
  readonly nextPageToken?: string
}

/**
 * A position in Gmail's list of messages after a time (in seconds): the next page, the history id from which
 * reading continues after the last page, and the messages of the next page that were read already.
 */
interface ListPlace {
  readonly historyId: string | number
  readonly after: string | number
  readonly page: string
  readonly done?: string | number | undefined
}

/**
 * `GmailMailbox` reads the messages that the history of a Gmail account lists as added. If Gmail has deleted
 * that part of the history (usually after a week), it reads the messages that arrived after a time, page by
 * page.
 */
export class GmailMailbox extends MailboxReader {
  readonly #base: string
  readonly #turnMs: number | undefined

  /** `turnMs` is the time in milliseconds after which a reading requests no further mail. */
  constructor(api: string, turnMs?: number) {
    super()
    this.#turnMs = turnMs
    this.#base = `${api}/gmail/v1/users/me`
  }

  override cursorAtEnd({ token }: Access, _since: Date, signal: AbortSignal): Promise<MailboxCursor> {
    return this.#present(connected(token), signal)
  }

  override async read(
    access: Access,
    { cursor, since }: ReadPosition,
    signal: AbortSignal,
  ): Promise<ReadMails> {
    const token = connected(access.token)
    const requests = new MailRequests(token, signal, this.#turnMs, spacingMs)
    const { historyId, after, page: listPage, done } = cursor ?? {}
    if (historyId === undefined) return await this.#readSince(token, since, requests, signal)
    if (after !== undefined)
      return await this.#readList(token, { historyId, after, page: String(listPage), done }, requests, signal)
    const query = `startHistoryId=${encodeURIComponent(historyId)}&historyTypes=messageAdded&maxResults=${maxMails}`
    const page = await getPage<HistoryPage>(`${this.#base}/history?${query}`, token, { signal })
    if (page === null) return await this.#readSince(token, since, requests, signal)
    const history = page.history ?? []
    const added = history
      .flatMap(({ messagesAdded }) => messagesAdded ?? [])
      .map(({ message }) => message ?? {})
    const part = await requests.read(this.#listed(added), done)
    const { mails } = part
    // Reads the rest of this part of the history in the next reading.
    if (part.done !== null) return { mails, cursor: { historyId, done: part.done }, more: true }
    const last = history.at(-1)?.id
    const more = page.nextPageToken !== undefined && last !== undefined
    return { mails, cursor: { historyId: (more ? last : page.historyId) ?? historyId }, more }
  }

  override async sentIds(
    access: Access,
    sent: readonly UnreadMessage[],
    signal: AbortSignal,
  ): Promise<readonly ReadMessageId[]> {
    const token = connected(access.token)
    const ids: ReadMessageId[] = []
    for (const { id, providerId } of sent) {
      const missing = { id, providerMessageId: null, providerId: null, providerThread: null }
      if (providerId === null) {
        ids.push(missing)
        continue
      }
      const page = await this.#metadataOf(providerId, token, signal)
      // Leaves out a message that Gmail does not hand over; otherwise it would block the messages after it. The caller
      // gives it up after a day.
      if (page instanceof AnswerFault) continue
      const header = page?.payload?.headers?.find(({ name }) => name?.toLowerCase() === 'message-id')
      const [providerMessageId = null] = messageIdsIn(header?.value)
      ids.push({ ...missing, providerMessageId, providerThread: page?.threadId ?? null })
    }
    return ids
  }

  /** Returns the headers of a message; null if Gmail has deleted it; a fault if Gmail does not hand it over. */
  async #metadataOf(
    id: string,
    token: string,
    signal: AbortSignal,
  ): Promise<MetadataPage | AnswerFault | null> {
    const url = `${this.#base}/messages/${encodeURIComponent(id)}?format=metadata&metadataHeaders=Message-ID`
    try {
      return await getPage<MetadataPage>(url, token, { signal })
    } catch (error) {
      if (error instanceof AnswerFault) return error
      throw error
    }
  }

  async #present(token: string, signal: AbortSignal) {
    const profile = await getPage<{ readonly historyId?: string }>(`${this.#base}/profile`, token, { signal })
    if (typeof profile?.historyId !== 'string')
      throw new MailboxFault('UNREADABLE', 'The provider returned no history id for the account')
    return { historyId: profile.historyId }
  }

  /**
   * Reads Gmail's list of messages since a time. The current history id is read before the list, so that no
   * message is lost between the list and the history.
   */
  async #readSince(
    token: string,
    since: Date,
    requests: MailRequests,
    signal: AbortSignal,
  ): Promise<ReadMails> {
    const { historyId } = await this.#present(token, signal)
    const after = Math.floor(since.getTime() / 1000)
    return await this.#readList(token, { historyId, after, page: '' }, requests, signal)
  }

  async #readList(
    token: string,
    { historyId, after, page, done }: ListPlace,
    requests: MailRequests,
    signal: AbortSignal,
  ): Promise<ReadMails> {
    const search = new URLSearchParams({ maxResults: String(maxMails), q: `after:${after}` })
    if (page !== '') search.set('pageToken', page)
    const list = await getPage<ListPage>(`${this.#base}/messages?${search.toString()}`, token, { signal })
    const part = await requests.read(this.#listed(list?.messages ?? []), done)
    const { mails } = part
    if (part.done !== null) return { mails, cursor: { historyId, after, page, done: part.done }, more: true }
    const next = list?.nextPageToken
    if (next === undefined) return { mails, cursor: { historyId }, more: false }
    return { mails, cursor: { historyId, after, page: next }, more: true }
  }

  #listed(added: readonly AddedMessage[]): readonly ListedMail[] {
    const wanted = added.filter(
      ({ labelIds = [] }) => !labelIds.includes('SENT') && !labelIds.includes('DRAFT'),
    )
    const ids = [...new Set(wanted.map(({ id }) => id))].filter((id) => id !== undefined)
    return ids.map((id) => ({
      id,
      url: `${this.#base}/messages/${encodeURIComponent(id)}?format=raw`,
      most: maxRawBytes,
      read: (bytes) => rawMail(id, bytes.toString('latin1')),
    }))
  }
}

function connected(token: string | undefined): string {
  if (token === undefined)
    throw new MailboxFault('REFUSED', 'The account is not connected; connect the sender again')
  return token
}

/**
 * Returns a mail from the text of Gmail's answer. The text is not parsed as JSON, because a large answer is
 * cut off before its end.
 */
function rawMail(id: string, text: string): RawMail {
  const field = (name: string) => new RegExp(`"${name}"\\s*:\\s*"([^"]*)`).exec(text)?.[1]
  const at = Number(field('internalDate'))
  return {
    bytes: Buffer.from(field('raw') ?? '', 'base64url').subarray(0, maxMailBytes),
    receivedAt: Number.isFinite(at) && at > 0 ? new Date(at) : new Date(),
    providerId: id,
    providerThread: field('threadId') ?? null,
  }
}
