import { idAfter, type Page, type PageOf, pageOf } from '../../../../domain/page.ts'
import type { OutboxMessage } from '../../../../domain/sender/message/message.ts'
import type { Sealing } from '../../../../ports/sealing.ts'
import { OutboxQueries } from '../../../../ports/sender/message/outbox-queries.ts'
import type { Database, Statement } from '../../database.ts'
import { type MessageContent, openedMessage } from './sealed-message.ts'

const messages = `
    select id, job_id as "jobId", record_id as "recordId", step, recipient as "to", subject,
           text_body as "text", html_body as "html", created_at as "createdAt", sealed
      from outbox
     where organization_id = $1 and ($2::uuid is null or id < $2)`

const list: Statement = { name: 'list_outbox', text: `${messages} order by id desc limit $3` }

const listOfJob: Statement = {
  name: 'list_outbox_of_job',
  text: `${messages} and job_id = $4 order by id desc limit $3`,
}

const unreadable: MessageContent = {
  to: '',
  subject: 'This message cannot be decrypted, because its key is missing',
  text: null,
  html: null,
}

export class PostgresOutboxQueries extends OutboxQueries {
  readonly #database: Database
  readonly #sealing: Sealing

  constructor(database: Database, sealing: Sealing) {
    super()
    this.#database = database
    this.#sealing = sealing
  }

  override async list(
    organizationId: string,
    jobId: string | null,
    page: Page,
  ): Promise<PageOf<OutboxMessage>> {
    const values = [organizationId, idAfter(page), page.limit + 1]
    const rows =
      jobId === null
        ? this.#database.read<StoredMessage>(list, values)
        : this.#database.read<StoredMessage>(listOfJob, [...values, jobId])
    const opened = (await rows).map(({ sealed, ...message }) =>
      sealed === null
        ? message
        : { ...message, ...(openedMessage(sealed, message.id, this.#sealing) ?? unreadable) },
    )
    return pageOf(opened, page, ({ id }) => id)
  }
}

/** A captured message as its row is read; `sealed` is null if it was captured before messages were sealed. */
type StoredMessage = OutboxMessage & { readonly sealed: Buffer | null }
