import { localDay } from '../../../../domain/local-time.ts'
import {
  type HealthCounts,
  type SenderHealthCounts,
  type SenderPause,
  troubleIn,
} from '../../../../domain/sender/pacing/breaker.ts'
import { restAfter } from '../../../../domain/sender/pacing/sender-rest.ts'
import type { HealthNote, UntakenMessage } from '../../../../ports/sender/pacing/sender-health.ts'
import type { MemoryStore, StoredBreaker, StoredHealth } from '../../store.ts'

const partMs = 10 * 60 * 1000
const dayMs = 24 * 60 * 60 * 1000

export const breakerSlot = (senderId: string, spinnerId: string): string => `${senderId} ${spinnerId}`

const partOf = (at: Date): number => Math.floor(at.getTime() / partMs) * partMs

const nothing: StoredHealth = { sent: 0, bounced: 0, complained: 0, refused: 0, putOff: 0 }

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

export function giveBack(
  store: MemoryStore,
  { senderId, spinnerId, markedAt, at, refusal }: UntakenMessage,
): void {
  const sender = store.senders.get(senderId)
  const budget = store.senderBudgets.get(senderId)
  if (sender === undefined || budget === undefined) return
  if (budget.day === localDay(markedAt, sender.timeZone))
    store.senderBudgets.set(senderId, { ...budget, used: Math.max(budget.used - 1, 0) })
  count(store, senderId, spinnerId, markedAt, 'sent', -1)
  if (refusal === null) return
  if (refusal.scope === 'recipient') count(store, senderId, spinnerId, at, 'putOff')
  const counts = [...store.breakers.values()]
    .filter((one) => one.senderId === senderId)
    .map(({ parts }) => sumOf(parts, partOf(at) - partMs))
  const recent = counts.reduce(sum, nothing)
  const rest = restAfter(store.senderRests.get(senderId) ?? null, { ...refusal, at, recent })
  if (rest !== null) store.senderRests.set(senderId, rest)
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
  const { putOff: _, ...counts } = own
    .map(({ parts }) => sumOf(parts, partOf(at) - dayMs))
    .reduce(sum, nothing)
  return counts
}

function count(
  store: MemoryStore,
  senderId: string,
  spinnerId: string,
  at: Date,
  what: keyof StoredHealth,
  by = 1,
): StoredBreaker {
  const slot = breakerSlot(senderId, spinnerId)
  const known = store.breakers.get(slot) ?? {
    senderId,
    spinnerId,
    pausedAt: null,
    trouble: null,
    isTold: false,
    parts: new Map<number, StoredHealth>(),
  }
  const part = known.parts.get(partOf(at)) ?? nothing
  const breaker = {
    ...known,
    parts: new Map([...known.parts, [partOf(at), { ...part, [what]: Math.max(part[what] + by, 0) }]]),
  }
  store.breakers.set(slot, breaker)
  return breaker
}

function countsOf({ parts }: StoredBreaker, at: Date): SenderHealthCounts {
  const since = (ms: number): HealthCounts => {
    const { putOff: _, ...counts } = sumOf(parts, partOf(at) - ms)
    return counts
  }
  const hour = 6 * partMs
  return { recent: since(partMs), hour: since(hour), day: since(24 * hour), all: since(8 * 24 * hour) }
}

function sumOf(parts: StoredBreaker['parts'], from: number): StoredHealth {
  return [...parts]
    .filter(([part]) => part >= from)
    .map(([, counts]) => counts)
    .reduce(sum, nothing)
}

function sum(a: StoredHealth, b: StoredHealth): StoredHealth {
  return {
    sent: a.sent + b.sent,
    bounced: a.bounced + b.bounced,
    complained: a.complained + b.complained,
    refused: a.refused + b.refused,
    putOff: a.putOff + b.putOff,
  }
}
