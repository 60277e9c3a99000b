import {
  type HealthCounts,
  type SenderHealthCounts,
  type SenderPause,
  troubleIn,
} from '../../../../domain/sender/pacing/breaker.ts'
import type { HealthNote } from '../../../../ports/sender/pacing/sender-health.ts'
import type { MemoryStore, StoredBreaker } from '../../store.ts'

const partMs = 10 * 60 * 1000

export const breakerSlot = (senderId: string, spinnerId: string): string => `${senderId} ${spinnerId}`

const partOf = (at: Date): number => Math.floor(at.getTime() / partMs) * partMs

const nothing: HealthCounts = { sent: 0, bounced: 0, complained: 0, refused: 0 }

export function isPausedFor(store: MemoryStore, senderId: string, spinnerId: string): boolean {
  return (store.breakers.get(breakerSlot(senderId, spinnerId))?.pausedAt ?? null) !== null
}

export function countSent(store: MemoryStore, senderId: string, spinnerId: string, at: Date): void {
  count(store, senderId, spinnerId, at, 'sent')
}

/** Answers whether the sender was paused by it. */
export function noteHealth(
  store: MemoryStore,
  { senderId, spinnerId, kind, at, words }: HealthNote,
): boolean {
  const sender = store.senders.get(senderId)
  if (sender === undefined) return false
  const what = { bounce: 'bounced', complaint: 'complained', refused: 'refused' } as const
  const breaker = count(store, senderId, spinnerId, at, what[kind])
  if (breaker.pausedAt !== null) return false
  const found = troubleIn(countsOf(breaker, at))
  if (found === null) return false
  const trouble = { code: found.code, words, numbers: { ...found.counts } }
  store.breakers.set(breakerSlot(senderId, spinnerId), { ...breaker, pausedAt: at, trouble })
  if (found.code === 'PROVIDER_REFUSES' && sender.state === 'connected')
    store.senders.set(senderId, { ...sender, state: 'paused', trouble, revision: sender.revision + 1 })
  return true
}

export function pausesIn(store: MemoryStore, organizationId: string): readonly SenderPause[] {
  return [...store.breakers.values()].flatMap(({ senderId, spinnerId, pausedAt, trouble }) => {
    const sender = store.senders.get(senderId)
    if (sender?.organizationId !== organizationId || pausedAt === null || trouble === null) return []
    const { name: senderName, address: senderAddress } = sender
    return [{ senderId, senderName, senderAddress, spinnerId, at: pausedAt, trouble }]
  })
}

export function lastDayOf(store: MemoryStore, senderId: string, at: Date): HealthCounts {
  const own = [...store.breakers.values()].filter((one) => one.senderId === senderId)
  return own.map((breaker) => countsOf(breaker, at).day).reduce(sum, nothing)
}

function count(
  store: MemoryStore,
  senderId: string,
  spinnerId: string,
  at: Date,
  what: keyof HealthCounts,
): StoredBreaker {
  const slot = breakerSlot(senderId, spinnerId)
  const known = store.breakers.get(slot) ?? {
    senderId,
    spinnerId,
    pausedAt: null,
    trouble: null,
    isTold: false,
    parts: new Map<number, HealthCounts>(),
  }
  const part = known.parts.get(partOf(at)) ?? nothing
  const breaker = {
    ...known,
    parts: new Map([...known.parts, [partOf(at), { ...part, [what]: part[what] + 1 }]]),
  }
  store.breakers.set(slot, breaker)
  return breaker
}

function countsOf({ parts }: StoredBreaker, at: Date): SenderHealthCounts {
  const since = (ms: number) =>
    [...parts]
      .filter(([part]) => part >= partOf(at) - ms)
      .map(([, counts]) => counts)
      .reduce(sum, nothing)
  const hour = 6 * partMs
  return { recent: since(partMs), hour: since(hour), day: since(24 * hour), all: since(8 * 24 * hour) }
}

function sum(a: HealthCounts, b: HealthCounts): HealthCounts {
  return {
    sent: a.sent + b.sent,
    bounced: a.bounced + b.bounced,
    complained: a.complained + b.complained,
    refused: a.refused + b.refused,
  }
}
