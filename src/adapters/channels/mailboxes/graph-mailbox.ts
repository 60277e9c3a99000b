import type { MailboxCursor } from '../../../domain/sender/heard/mailbox.ts'
import {
  MailboxFault,
  MailboxReader,
  type ReadFrom,
  type ReadMails,
} from '../../../ports/sender/heard/mailbox-reader.ts'
import type { Access } from '../../../ports/sender/sender-access.ts'
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

/** Reads what Microsoft Graph says has come into the inbox; where it has forgotten, what came since the last time. */
export class GraphMailbox extends MailboxReader {
  readonly #api: string

  constructor(api: string) {
    super()
    this.#api = api
  }

  /** Graph names no place without reading; the link that begins at a time is one. */
  override async place(_access: Access, since: Date): Promise<MailboxCursor> {
    return { link: this.#deltaSince(since) }
  }

  override async read(
    { token }: Access,
    { cursor, since }: ReadFrom,
    signal: AbortSignal,
  ): Promise<ReadMails> {
    if (token === undefined) throw new MailboxFault('REFUSED', 'The account is not connected')
    const headers = { prefer: `odata.maxpagesize=${mailsPerPage}, IdType="ImmutableId"` }
    const begin = this.#deltaSince(since)
    const link = cursor === null ? begin : this.#own(String(cursor['link']))
    const page =
      (await getPage<DeltaPage>(link, token, { signal, headers })) ??
      (await getPage<DeltaPage>(begin, token, { signal, headers }))
    const next = page?.['@odata.nextLink'] ?? page?.['@odata.deltaLink']
    if (page === null || next === undefined)
      throw new MailboxFault('UNREADABLE', 'The inbox cannot be followed')
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
      // One that is gone meanwhile has no more to say.
      if (status < 400)
        mails.push({ bytes, receivedAt, providerId: id, providerThread: conversationId ?? null })
    }
    const more = page['@odata.nextLink'] !== undefined
    return { mails: await Promise.all(mails.map(parsedMail)), cursor: { link: this.#own(next) }, more }
  }

  #deltaSince(since: Date): string {
    const filter = encodeURIComponent(`receivedDateTime ge ${since.toISOString()}`)
    const query = `changeType=created&$select=id,conversationId,receivedDateTime&$filter=${filter}`
    return `${this.#api}/v1.0/me/mailFolders/inbox/messages/delta?${query}`
  }

  /** A token goes to the provider and nowhere else, whatever a link says. */
  #own(link: string): string {
    if (URL.parse(link)?.origin !== new URL(this.#api).origin)
      throw new MailboxFault('UNREADABLE', 'The provider answered with a link to somewhere else')
    return link
  }
}
