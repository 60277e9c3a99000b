import type { Outcome } from '../../../../domain/job/recipient/recipient.ts'
import type { EmailMessage } from '../../../../domain/sender/message/message.ts'
import type { Clock } from '../../../../ports/clock.ts'
import type { Ids } from '../../../../ports/ids.ts'
import { EmailChannel } from '../../../../ports/sender/message/channels.ts'
import type { MemoryStore } from '../../store.ts'

export class MemoryEmailOutbox extends EmailChannel {
  override readonly captures = true
  readonly #store: MemoryStore
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(store: MemoryStore, clock: Clock, ids: Ids) {
    super()
    this.#store = store
    this.#clock = clock
    this.#ids = ids
  }

  override async send(message: EmailMessage): Promise<Outcome> {
    const text = message.text ?? message.plainText ?? null
    this.#store.outbox.push({ ...message, text, id: this.#ids.next(), createdAt: this.#clock.now() })
    return { kind: 'sent' }
  }
}
