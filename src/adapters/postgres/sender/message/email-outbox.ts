import type { Outcome } from '../../../../domain/job/recipient/recipient.ts'
import type { EmailMessage } from '../../../../domain/sender/message/message.ts'
import type { Clock } from '../../../../ports/clock.ts'
import type { Ids } from '../../../../ports/ids.ts'
import type { Sealing } from '../../../../ports/sealing.ts'
import { EmailChannel } from '../../../../ports/sender/message/channels.ts'
import type { Database, Statement } from '../../database.ts'
import { sealedMessage } from './sealed-message.ts'

const capture: Statement = {
  name: 'capture_message',
  text: `
    insert into outbox (id, organization_id, job_id, record_id, step, recipient, subject, text_body, html_body, created_at, sealed)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
}

/**
 * Empty values for the plain-text columns of a captured message, because the message is stored encrypted in
 * another column.
 */
const inClear = { to: '', subject: '', text: null, html: null }

/** `PostgresEmailOutbox` captures messages instead of sending them, while no SMTP server is configured. */
export class PostgresEmailOutbox extends EmailChannel {
  override readonly captures = true
  readonly #database: Database
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #sealing: Sealing

  constructor(database: Database, clock: Clock, ids: Ids, sealing: Sealing) {
    super()
    this.#database = database
    this.#sealing = sealing
    this.#clock = clock
    this.#ids = ids
  }

  override async send(message: EmailMessage): Promise<Outcome> {
    const { organizationId, jobId, recordId, step } = message
    const id = this.#ids.next()
    const isSealed = await this.#sealing.hasBegun()
    const { to, subject, text, html } = isSealed ? inClear : message
    await this.#database.write(capture, [
      id,
      organizationId,
      jobId,
      recordId,
      step,
      to,
      subject,
      text,
      html,
      this.#clock.now(),
      isSealed ? sealedMessage(message, id, this.#sealing) : null,
    ])
    return { kind: 'sent' }
  }
}
