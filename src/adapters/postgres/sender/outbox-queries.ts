import { idAfter, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import type { OutboxMessage } from '../../../domain/sender/message.ts'
import { OutboxQueries } from '../../../ports/sender/outbox-queries.ts'
import type { Database, Statement } from '../database.ts'

const messages = `
    select id, job_id as "jobId", record_id as "recordId", step, recipient as "to", subject,
           text_body as "text", html_body as "html", created_at as "createdAt"
      from outbox
     where organization_id = $1 and ($2::uuid is null or id < $2)`

const list: Statement = { name: 'list_outbox', text: `${messages} order by id desc limit $3` }

const listOfJob: Statement = {
  name: 'list_outbox_of_job',
  text: `${messages} and job_id = $4 order by id desc limit $3`,
}

export class PostgresOutboxQueries extends OutboxQueries {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async list(
    organizationId: string,
    jobId: string | null,
    page: Page,
  ): Promise<PageOf<OutboxMessage>> {
    const values = [organizationId, idAfter(page), page.limit + 1]
    const rows =
      jobId === null
        ? this.#database.read<OutboxMessage>(list, values)
        : this.#database.read<OutboxMessage>(listOfJob, [...values, jobId])
    return pageOf(await rows, page, ({ id }) => id)
  }
}
