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
    insert into captured_messages (id, organization_id, job_id, record_id, step, recipient, subject, created_at, ciphertext)
    values ($1, $2, $3, $4, $5, '', '', $6, $7)`,
}

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
    const text = message.text ?? message.plainText ?? null
    const id = this.#ids.next()
    await this.#database.write(capture, [
      id,
      organizationId,
      jobId,
      recordId,
      step,
      this.#clock.now(),
      sealedMessage({ ...message, text }, id, this.#sealing),
    ])
    return { kind: 'sent' }
  }
}
