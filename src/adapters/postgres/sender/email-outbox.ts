import type { Outcome } from '../../../domain/job/recipient.ts'
import type { EmailMessage } from '../../../domain/sender/message.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import { EmailChannel } from '../../../ports/sender/email-channel.ts'
import type { Database, Statement } from '../database.ts'

const capture: Statement = {
  name: 'capture_message',
  text: `
    insert into outbox (id, organization_id, job_id, record_id, step, recipient, subject, text_body, html_body, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
}

/** Captures what would have been sent, while no SMTP server is configured. */
export class PostgresEmailOutbox extends EmailChannel {
  readonly #database: Database
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(database: Database, clock: Clock, ids: Ids) {
    super()
    this.#database = database
    this.#clock = clock
    this.#ids = ids
  }

  override async send(message: EmailMessage): Promise<Outcome> {
    const { organizationId, jobId, recordId, step, to, subject, text, html } = message
    await this.#database.write(capture, [
      this.#ids.next(),
      organizationId,
      jobId,
      recordId,
      step,
      to,
      subject,
      text,
      html,
      this.#clock.now(),
    ])
    return { kind: 'sent' }
  }
}
