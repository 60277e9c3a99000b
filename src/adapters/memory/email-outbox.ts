import type { EmailMessage } from '../../domain/job/message.ts'
import type { Outcome } from '../../domain/job/recipient.ts'
import { EmailChannel } from '../../ports/email-channel.ts'
import type { MemoryStore } from './store.ts'

export class MemoryEmailOutbox extends EmailChannel {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async send(message: EmailMessage): Promise<Outcome> {
    this.#store.outbox.push(message)
    return { kind: 'sent' }
  }
}
