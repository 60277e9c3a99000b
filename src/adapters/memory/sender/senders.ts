import { freshBudget, usedToday } from '../../../domain/job/sending/sending-time.ts'
import type { Page, PageOf } from '../../../domain/page.ts'
import type { AccountMailSender } from '../../../domain/sender/account-mail.ts'
import type { DomainVerdict } from '../../../domain/sender/domain-findings.ts'
import type { Sender, SenderTrouble } from '../../../domain/sender/sender.ts'
import type { Clock } from '../../../ports/clock.ts'
import {
  type CheckedSender,
  type RenewedCredentials,
  type SenderAccount,
  Senders,
  type SenderView,
} from '../../../ports/sender/senders.ts'
import { noteEvents } from '../event/note-events.ts'
import { itemsOf, pageById } from '../pages.ts'
import type { MemoryStore } from '../store.ts'
import { Writes } from '../writes.ts'
import { partOf } from './pacing/sender-breakers.ts'
import { countOther } from './pacing/sender-pools.ts'

const dayMs = 24 * 60 * 60 * 1000

export class MemorySenders extends Senders {
  readonly #store: MemoryStore
  readonly #clock: Clock
  /**
   * The latest renewal of each sender's OAuth tokens. The next renewal of the same sender waits until the
   * latest has ended.
   */
  readonly #last = new Map<string, Promise<unknown>>()

  constructor(store: MemoryStore, clock: Clock) {
    super()
    this.#store = store
    this.#clock = clock
  }

  override async list(organizationId: string, page: Page): Promise<PageOf<SenderView>> {
    const all = [...this.#store.senders.values()]
    const found = pageById(all, page, (sender) => sender.organizationId === organizationId)
    return itemsOf(found, (sender) => this.#view(sender))
  }

  override async find(organizationId: string, id: string): Promise<SenderView | null> {
    const sender = this.#store.owned(this.#store.senders, organizationId, id)
    return sender && this.#view(sender)
  }

  #view(sender: Sender): SenderView {
    const budget = this.#store.senderBudgets.get(sender.id)
    const used = budget === undefined ? 0 : usedToday(budget, sender, this.#clock.now()).used
    return { ...sender, usedToday: used }
  }

  override async account(organizationId: string, id: string): Promise<SenderAccount | null> {
    const sender = this.#store.owned(this.#store.senders, organizationId, id)
    return sender && { sender, credentials: this.#store.credentials.get(id) ?? null }
  }

  override async accountMailSender(id: string): Promise<AccountMailSender | null> {
    const sender = this.#store.senders.get(id)
    if (sender === undefined) return null
    const { organizationId, kind, state, address } = sender
    const isOpen = this.#isReal(organizationId) && !this.#store.deletions.has(organizationId)
    return { organizationId, kind, state, address, isOpen }
  }

  override async countAccountMail(id: string, at: Date): Promise<void> {
    const sender = this.#store.senders.get(id)
    if (sender === undefined) return
    const budget = this.#store.senderBudgets.get(id) ?? freshBudget(sender, at)
    const today = usedToday(budget, sender, at)
    this.#store.senderBudgets.set(id, { ...budget, ...today, used: today.used + 1 })
    if (sender.poolId !== null) countOther(this.#store, new Writes(), id, [[partOf(at), 1]])
  }

  override async smtpHosts(): Promise<ReadonlyMap<string, number>> {
    const hosts = new Map<string, number>()
    for (const { kind, organizationId, settings } of this.#store.senders.values()) {
      const { host } = settings
      if (kind === 'smtp' && this.#isReal(organizationId) && typeof host === 'string')
        hosts.set(host, (hosts.get(host) ?? 0) + 1)
    }
    return hosts
  }

  /** Returns whether an organization is no test organization. */
  #isReal(organizationId: string): boolean {
    return (this.#store.organizations.get(organizationId)?.testOf ?? null) === null
  }

  override async renewCredentials(
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

  override async reportTrouble(
    organizationId: string,
    id: string,
    revision: number,
    trouble: SenderTrouble,
    at: Date,
  ): Promise<void> {
    const sender = this.#store.owned(this.#store.senders, organizationId, id)
    if (sender?.revision !== revision || sender.state === 'needsAttention') return
    this.#store.senders.set(id, { ...sender, state: 'needsAttention', trouble, revision: revision + 1 })
    const { code } = trouble
    const told = { organizationId, projectId: null, data: { code }, events: [{ objectId: id }] }
    noteEvents(this.#store, new Writes(), { type: 'sender.disconnected', ...told }, at)
  }

  override async checked(organizationId: string, id: string): Promise<CheckedSender | null> {
    const sender = this.#store.owned(this.#store.senders, organizationId, id)
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

  override async takeUnchecked(now: Date, most: number): Promise<readonly CheckedSender[]> {
    const later = new Date(now.getTime() + dayMs)
    const due = [...this.#store.senderDomains].filter(([, { dueAt }]) => dueAt <= now)
    const taken: CheckedSender[] = []
    for (const [id, kept] of due) {
      if (taken.length === most) break
      this.#store.senderDomains.set(id, { ...kept, dueAt: later })
      const sender = this.#store.senders.get(id)
      if (sender?.state === 'connected' && !this.#isTest(sender)) taken.push(this.#checked(sender))
    }
    return taken
  }

  override async saveVerdict(id: string, verdict: DomainVerdict): Promise<void> {
    const sender = this.#store.senders.get(id)
    if (sender === undefined || this.#isTest(sender)) return
    const dueAt = new Date(this.#clock.now().getTime() + dayMs)
    this.#store.senderDomains.set(id, { verdict, dueAt })
  }

  async #renew(
    organizationId: string,
    id: string,
    work: (credentials: string) => Promise<RenewedCredentials | null>,
  ): Promise<string | null> {
    const held = (await this.account(organizationId, id))?.credentials ?? null
    const renewed = held === null ? null : await work(held)
    const kept = this.#store.credentials.get(id) ?? null
    if (renewed === null || kept !== held) return kept
    this.#store.credentials.set(id, renewed.credentials)
    return renewed.credentials
  }

  #isTest({ organizationId }: Sender): boolean {
    return this.#store.testClocks.has(organizationId)
  }

  #checked(sender: Sender): CheckedSender {
    const { id, organizationId, kind, name, address, replyTo, signature, settings } = sender
    const verdict = this.#store.senderDomains.get(id)?.verdict ?? null
    return { id, organizationId, kind, name, address, replyTo, signature, settings, verdict }
  }
}
