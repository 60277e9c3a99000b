import type { SenderTrouble } from '../../../domain/sender/sender.ts'
import {
  type RenewedCredentials,
  type SenderAccount,
  SenderAccounts,
} from '../../../ports/sender/sender-accounts.ts'
import type { MemoryStore } from '../store.ts'

export class MemorySenderAccounts extends SenderAccounts {
  readonly #store: MemoryStore
  /**
   * The latest renewal of each sender's credentials. The next renewal of the same sender waits until it has
   * ended.
   */
  readonly #last = new Map<string, Promise<unknown>>()

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async find(organizationId: string, id: string): Promise<SenderAccount | null> {
    const sender = this.#store.owned(this.#store.senders, organizationId, id)
    return sender && { sender, credentials: this.#store.credentials.get(id) ?? null }
  }

  override async renew(
    organizationId: string,
    id: string,
    work: (credentials: string) => Promise<RenewedCredentials | null>,
  ): Promise<string | null> {
    const before = this.#last.get(id) ?? Promise.resolve()
    const next = before.then(() => this.#renew(organizationId, id, work))
    const settled = next.catch(() => {})
    this.#last.set(id, settled)
    try {
      return await next
    } finally {
      if (this.#last.get(id) === settled) this.#last.delete(id)
    }
  }

  async #renew(
    organizationId: string,
    id: string,
    work: (credentials: string) => Promise<RenewedCredentials | null>,
  ): Promise<string | null> {
    const held = (await this.find(organizationId, id))?.credentials ?? null
    const renewed = held === null ? null : await work(held)
    const kept = this.#store.credentials.get(id) ?? null
    if (renewed === null || kept !== held) return kept
    this.#store.credentials.set(id, renewed.credentials)
    return renewed.credentials
  }

  override async report(
    organizationId: string,
    id: string,
    revision: number,
    trouble: SenderTrouble,
  ): Promise<void> {
    const sender = this.#store.owned(this.#store.senders, organizationId, id)
    if (sender?.revision !== revision) return
    this.#store.senders.set(id, { ...sender, state: 'needsAttention', trouble, revision: revision + 1 })
  }
}
