import { daysBetween, localDay } from '../../../../domain/local-time.ts'
import { isSetAside } from '../../../../domain/sender/inbound/failing-mail.ts'
import {
  activeDays,
  type DueMailbox,
  longestPlannedSeconds,
  type MailboxView,
  type UnprovenFact,
} from '../../../../domain/sender/inbound/mailbox.ts'
import type { Clock } from '../../../../ports/clock.ts'
import { Mailboxes, type MailboxReadResult } from '../../../../ports/sender/inbound/mailboxes.ts'
import { omitFields } from '../../omit-fields.ts'
import type { MemoryStore, StoredInboundFact } from '../../store.ts'

const daysMs = 30 * 24 * 60 * 60 * 1000

export class MemoryMailboxes extends Mailboxes {
  readonly #store: MemoryStore
  readonly #clock: Clock

  constructor(store: MemoryStore, clock: Clock) {
    super()
    this.#store = store
    this.#clock = clock
  }

  override async take(
    holder: string,
    seconds: number,
    except: readonly string[],
  ): Promise<DueMailbox | null> {
    const now = this.#clock.now()
    const [first] = [...this.#store.mailboxes.values()]
      .filter(({ dueAt }) => dueAt <= now || dueAt > after(now, longestPlannedSeconds))
      .filter(({ organizationId }) => !except.includes(organizationId))
      .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
    if (first === undefined) return null
    this.#store.mailboxes.set(first.senderId, {
      ...first,
      holder,
      senderChanged: false,
      dueAt: after(now, seconds),
    })
    const due = omitFields(first, 'dueAt', 'holder', 'trouble', 'senderChanged')
    return { ...due, wasLeft: first.holder !== null, isActive: this.#isActive(first.senderId, now) }
  }

  override async keep({
    senderId,
    holder,
    cursor,
    trouble,
    failingMails,
    dueInSeconds,
    more = false,
  }: MailboxReadResult): Promise<void> {
    const kept = this.#store.mailboxes.get(senderId)
    if (kept?.holder !== holder) return
    const now = this.#clock.now()
    this.#store.mailboxes.set(senderId, {
      ...kept,
      holder: null,
      cursor: cursor ?? kept.cursor,
      trouble,
      failingMails,
      readAt: trouble === null && !more ? now : kept.readAt,
      failures: trouble === null ? 0 : kept.failures + 1,
      senderChanged: false,
      dueAt: after(now, kept.senderChanged ? 0 : dueInSeconds),
    })
  }

  override async release({
    senderId,
    holder,
  }: Pick<MailboxReadResult, 'senderId' | 'holder'>): Promise<void> {
    const kept = this.#store.mailboxes.get(senderId)
    if (kept?.holder !== holder) return
    const released = { ...kept, holder: null, senderChanged: false, dueAt: this.#clock.now() }
    this.#store.mailboxes.set(senderId, released)
  }

  #isActive(senderId: string, now: Date): boolean {
    const day = this.#store.senderBudgets.get(senderId)?.day
    const timeZone = this.#store.senders.get(senderId)?.timeZone ?? 'UTC'
    return day !== undefined && daysBetween(day, localDay(now, timeZone)) <= activeDays
  }

  override async noteFailing({
    senderId,
    holder,
    failingMails,
  }: Pick<MailboxReadResult, 'senderId' | 'holder' | 'failingMails'>): Promise<void> {
    const kept = this.#store.mailboxes.get(senderId)
    if (kept?.holder === holder) this.#store.mailboxes.set(senderId, { ...kept, failingMails })
  }

  override async list(organizationId: string): Promise<readonly MailboxView[]> {
    const since = new Date(this.#clock.now().getTime() - daysMs)
    return [...this.#store.mailboxes.values()]
      .filter((one) => one.organizationId === organizationId)
      .toSorted((a, b) => (a.senderId < b.senderId ? -1 : 1))
      .map(({ senderId, readAt, trouble, failingMails }) => {
        const all = [...this.#store.inboundFacts.values()].filter(
          (one) => one.senderId === senderId && one.at > since,
        )
        const unproven = all.filter(({ outcome }) => outcome === 'unproven')
        const known = all.filter(({ outcome }) => outcome !== 'nobody' && outcome !== 'unproven')
        const countOf = (...kinds: readonly string[]) =>
          known.filter(({ kind }) => kinds.includes(kind)).length
        return {
          senderId,
          readAt,
          trouble,
          setAside: failingMails.filter(isSetAside).toReversed(),
          unproven: newest(unproven),
          factCounts: {
            replies: countOf('reply'),
            autoReplies: countOf('autoReply'),
            bounces: countOf('hardBounce', 'softBounce', 'refusal'),
            refusals: countOf('refusal'),
            complaints: countOf('complaint'),
            unproven: unproven.length,
            strangers: all.length - known.length - unproven.length,
          },
        }
      })
  }

  override async deleteInboundFacts(before: Date): Promise<boolean> {
    const old = [...this.#store.inboundFacts].filter(([, { at }]) => at < before)
    for (const [slot] of old) this.#store.inboundFacts.delete(slot)
    return old.length > 0
  }
}

/**
 * Returns the 20 newest unproven bounces and replies (which may be forged), each with the job, record and
 * step of its message.
 */
function newest(facts: readonly StoredInboundFact[]): readonly UnprovenFact[] {
  return facts
    .flatMap(({ kind, at, place }) =>
      place === null ? [] : [{ kind, at, jobId: place.jobId, recordId: place.recordId, step: place.step }],
    )
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, 20)
}

const after = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000)
