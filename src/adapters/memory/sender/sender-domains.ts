import type { DomainVerdict } from '../../../domain/sender/domain-findings.ts'
import type { Sender } from '../../../domain/sender/sender.ts'
import type { Clock } from '../../../ports/clock.ts'
import { type CheckedSender, SenderDomains } from '../../../ports/sender/sender-domains.ts'
import type { MemoryStore } from '../store.ts'

const dayMs = 24 * 60 * 60 * 1000

export class MemorySenderDomains extends SenderDomains {
  readonly #store: MemoryStore
  readonly #clock: Clock

  constructor(store: MemoryStore, clock: Clock) {
    super()
    this.#store = store
    this.#clock = clock
  }

  override async find(organizationId: string, senderId: string): Promise<CheckedSender | null> {
    const sender = this.#store.owned(this.#store.senders, organizationId, senderId)
    return sender === null ? null : this.#checked(sender)
  }

  override async usedBy(
    organizationId: string,
    named: readonly (readonly string[])[],
  ): Promise<readonly CheckedSender[]> {
    const ids = new Set(named.flat().map((id) => id.toLowerCase()))
    const needsDefault = named.some((some) => some.length === 0)
    return [...this.#store.senders.values()]
      .filter((one) => one.organizationId === organizationId)
      .filter((one) => ids.has(one.id) || (needsDefault && one.isDefault))
      .map((one) => this.#checked(one))
  }

  override async takeDue(now: Date, most: number): Promise<readonly CheckedSender[]> {
    const later = new Date(now.getTime() + dayMs)
    const due = [...this.#store.senderDomains].filter(([, { dueAt }]) => dueAt <= now)
    const taken: CheckedSender[] = []
    for (const [id, kept] of due) {
      if (taken.length === most) break
      this.#store.senderDomains.set(id, { ...kept, dueAt: later })
      const sender = this.#store.senders.get(id)
      if (sender?.state === 'connected') taken.push(this.#checked(sender))
    }
    return taken
  }

  override async save(senderId: string, verdict: DomainVerdict): Promise<void> {
    const dueAt = new Date(this.#clock.now().getTime() + dayMs)
    this.#store.senderDomains.set(senderId, { verdict, dueAt })
  }

  #checked(sender: Sender): CheckedSender {
    const { id, organizationId, kind, name, address, replyTo, signature, settings } = sender
    const verdict = this.#store.senderDomains.get(id)?.verdict ?? null
    return { id, organizationId, kind, name, address, replyTo, signature, settings, verdict }
  }
}
