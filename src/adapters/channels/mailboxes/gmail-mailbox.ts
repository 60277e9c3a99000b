import {
  MailboxFault,
  MailboxReader,
  type ReadFrom,
  type ReadMails,
} from '../../../ports/sender/heard/mailbox-reader.ts'
import type { Access } from '../../../ports/sender/sender-access.ts'
import { boundedGet, getPage } from './bounded-get.ts'
import { mostMailBytes, parsedMail, type RawMail } from './parsed-mail.ts'

const mostMails = 50
/** In base64, and what stands around it. */
const mostRawBytes = Math.ceil((mostMailBytes * 4) / 3) + 4_096

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

interface ListPage {
  readonly messages?: readonly AddedMessage[]
}

/**
 * Reads what the history of a Gmail account has added. Where it has forgotten so much, what came since the last time.
 */
export class GmailMailbox extends MailboxReader {
  readonly #base: string

  constructor(api: string) {
    super()
    this.#base = `${api}/gmail/v1/users/me`
  }

  override async read(
    { token }: Access,
    { cursor, since }: ReadFrom,
    signal: AbortSignal,
  ): Promise<ReadMails> {
    if (token === undefined) throw new MailboxFault('REFUSED', 'The account is not connected')
    const historyId = cursor?.['historyId']
    if (historyId === undefined) return { mails: [], cursor: await this.#present(token, signal), more: false }
    const query = `startHistoryId=${encodeURIComponent(historyId)}&historyTypes=messageAdded&maxResults=${mostMails}`
    const page = await getPage<HistoryPage>(`${this.#base}/history?${query}`, token, { signal })
    if (page === null) return await this.#readSince(token, since, signal)
    const history = page.history ?? []
    const added = history
      .flatMap(({ messagesAdded }) => messagesAdded ?? [])
      .map(({ message }) => message ?? {})
    const mails = await this.#mailsOf(added, token, signal)
    const last = history.at(-1)?.id
    const more = page.nextPageToken !== undefined && last !== undefined
    return { mails, cursor: { historyId: (more ? last : page.historyId) ?? historyId }, more }
  }

  async #present(token: string, signal: AbortSignal) {
    const profile = await getPage<{ readonly historyId?: string }>(`${this.#base}/profile`, token, { signal })
    if (typeof profile?.historyId !== 'string')
      throw new MailboxFault('UNREADABLE', 'The account has no history')
    return { historyId: profile.historyId }
  }

  async #readSince(token: string, since: Date, signal: AbortSignal): Promise<ReadMails> {
    const cursor = await this.#present(token, signal)
    const query = `maxResults=100&q=${encodeURIComponent(`after:${Math.floor(since.getTime() / 1000)}`)}`
    const page = await getPage<ListPage>(`${this.#base}/messages?${query}`, token, { signal })
    return { mails: await this.#mailsOf(page?.messages ?? [], token, signal), cursor, more: false }
  }

  async #mailsOf(added: readonly AddedMessage[], token: string, signal: AbortSignal) {
    const wanted = added.filter(
      ({ labelIds = [] }) => !labelIds.includes('SENT') && !labelIds.includes('DRAFT'),
    )
    const ids = [...new Set(wanted.map(({ id }) => id))].filter((id) => id !== undefined)
    const mails: RawMail[] = []
    for (const id of ids) {
      const url = `${this.#base}/messages/${encodeURIComponent(id)}?format=raw`
      const { status, bytes } = await boundedGet(url, token, { signal, most: mostRawBytes })
      // It was deleted meanwhile.
      if (status < 400) mails.push(rawMail(id, bytes.toString('latin1')))
    }
    return await Promise.all(mails.map(parsedMail))
  }
}

/** Read from its text, because the end of a large one is not there. */
function rawMail(id: string, text: string): RawMail {
  const field = (name: string) => new RegExp(`"${name}"\\s*:\\s*"([^"]*)`).exec(text)?.[1]
  const at = Number(field('internalDate'))
  return {
    bytes: Buffer.from(field('raw') ?? '', 'base64url').subarray(0, mostMailBytes),
    receivedAt: Number.isFinite(at) && at > 0 ? new Date(at) : new Date(),
    providerId: id,
    providerThread: field('threadId') ?? null,
  }
}
