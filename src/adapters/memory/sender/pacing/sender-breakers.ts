import { localDay } from '../../../../domain/local-time.ts'
import { type HealthCounts, pausesAll, type SenderPause } from '../../../../domain/sender/pacing/breaker.ts'
import type { HealthNote, UndeliveredMessage } from '../../../../ports/sender/pacing/sender-health.ts'
import { noteEvents } from '../../event/note-events.ts'
import type { MemoryStore, StoredBreaker, StoredHealth } from '../../store.ts'
import { Writes } from '../../writes.ts'
import { type ReportedPutOff, restAfter } from './sender-rest.ts'
import { refusesSender, type SenderHealthCounts, troubleIn } from './sender-trouble.ts'

export const partMs = 10 * 60 * 1000
export const dayMs = 24 * 60 * 60 * 1000

export const breakerSlot = (senderId: string, spinnerId: string): string => `${senderId} ${spinnerId}`

export const partOf = (at: Date): number => Math.floor(at.getTime() / partMs) * partMs

const nothing: StoredHealth = { sent: 0, bounced: 0, complained: 0, refused: 0, putOff: 0 }

export function isPausedFor(store: MemoryStore, senderId: string, spinnerId: string): boolean {
  return (store.breakers.get(breakerSlot(senderId, spinnerId))?.pausedAt ?? null) !== null
}

export function countSent(store: MemoryStore, senderId: string, spinnerId: string, at: Date): void {
  count(store, senderId, spinnerId, at, 'sent')
}

/** Counts an event of a sender, such as a bounce or refusal. Returns whether the event paused the sender. */
export function noteHealth(
  store: MemoryStore,
  { senderId, spinnerId, kind, at, words, domain = null }: HealthNote,
  writes = new Writes(),
): boolean {
  const sender = store.senders.get(senderId)
  if (sender === undefined) return false
  const isReport = kind === 'refusalReport'
  const what = {
    bounce: 'bounced',
    complaint: 'complained',
    refused: 'refused',
    refusalReport: 'refused',
  } as const
  const counted = count(store, senderId, spinnerId, at, what[kind], 1, writes)
  const pause = (breaker: StoredBreaker, code: string, counts: HealthCounts) => {
    const trouble = { code, words, numbers: { ...counts } }
    writes.put(store.breakers, breakerSlot(senderId, spinnerId), {
      ...breaker,
      pausedAt: at,
      trouble,
      isTold: false,
    })
    const ofSpinner = pausesAll(code) ? null : spinnerId
    const { organizationId } = sender
    noteEvents(
      store,
      writes,
      {
        type: 'sender.paused',
        organizationId,
        projectId: store.spinners.get(ofSpinner ?? '')?.projectId ?? null,
        spinnerId: ofSpinner,
        data: { code, spinnerId: ofSpinner },
        events: [{ objectId: senderId }],
      },
      at,
    )
    return trouble
  }
  const breaker = isReport ? withReport(store, writes, counted, at, domain) : counted
  const { putOff: _, ...ofAll } = recentOf(store, senderId, at)
  if (
    isReport &&
    sender.state === 'connected' &&
    refusesSender({ ...ofAll, ...spreadOf(store, senderId, at) })
  ) {
    const trouble = pause(breaker, 'PROVIDER_REFUSES', ofAll)
    writes.put(store.senders, senderId, {
      ...sender,
      state: 'paused',
      trouble,
      revision: sender.revision + 1,
    })
    return true
  }
  if (breaker.pausedAt !== null) return false
  const found = troubleIn(countsOf(breaker, at))
  if (found === null) return false
  const trouble = pause(breaker, found.code, found.counts)
  if (pausesAll(found.code) && sender.state === 'connected')
    writes.put(store.senders, senderId, {
      ...sender,
      state: 'paused',
      trouble,
      revision: sender.revision + 1,
    })
  return true
}

export function giveBack(
  store: MemoryStore,
  { senderId, spinnerId, markedAt, at, refusal }: UndeliveredMessage,
): void {
  const sender = store.senders.get(senderId)
  const budget = store.senderBudgets.get(senderId)
  if (sender === undefined || budget === undefined) return
  if (budget.day === localDay(markedAt, sender.timeZone))
    store.senderBudgets.set(senderId, { ...budget, used: Math.max(budget.used - 1, 0) })
  count(store, senderId, spinnerId, markedAt, 'sent', -1)
  if (refusal === null) return
  if (refusal.scope === 'recipient') count(store, senderId, spinnerId, at, 'putOff')
  letRest(store, senderId, { ...refusal, at })
}

/** Lets a sender rest after a message that its server or provider refused temporarily or did not confirm. */
export function letRest(store: MemoryStore, senderId: string, cause: Omit<ReportedPutOff, 'recent'>): void {
  if (!store.senderBudgets.has(senderId)) return
  const recent = recentOf(store, senderId, cause.at)
  const next = restAfter(store.senderRests.get(senderId) ?? null, { ...cause, recent })
  if (next !== null) store.senderRests.set(senderId, next)
}

function withReport(
  store: MemoryStore,
  writes: Writes,
  breaker: StoredBreaker,
  at: Date,
  domain: string | null,
): StoredBreaker {
  const known = breaker.refusalReports.get(partOf(at)) ?? []
  const refusalReports = new Map([...breaker.refusalReports, [partOf(at), [...known, domain]]])
  const changed = { ...breaker, refusalReports }
  writes.put(store.breakers, breakerSlot(breaker.senderId, breaker.spinnerId), changed)
  return changed
}

/**
 * Returns the counts of a sender's messages for all spinners, in the current period of ten minutes and the
 * one before.
 */
function recentOf(store: MemoryStore, senderId: string, at: Date): StoredHealth {
  return breakersOf(store, senderId)
    .map(({ parts }) => sumOf(parts, partOf(at) - partMs))
    .reduce(sum, nothing)
}

/**
 * Returns for how many spinners messages of a sender were refused recently, and how many recipient domains
 * the delivery reports about refusals named.
 */
function spreadOf(store: MemoryStore, senderId: string, at: Date) {
  const from = partOf(at) - partMs
  const own = breakersOf(store, senderId)
  const spinners = own.filter(({ parts }) => sumOf(parts, from).refused > 0).length
  const domains = own.flatMap(({ refusalReports }) =>
    [...refusalReports].flatMap(([part, names]) => (part >= from ? names : [])),
  )
  return { spinners, domains: new Set(domains.filter((name) => name !== null)).size }
}

export function breakersOf(store: MemoryStore, senderId: string): readonly StoredBreaker[] {
  return [...store.breakers.values()].filter((one) => one.senderId === senderId)
}

/**
 * Returns the counts of a sender and spinner without refusals. A resumed sender would otherwise be paused
 * again by its next refusal.
 */
export function withoutRefusals(breaker: StoredBreaker): StoredBreaker {
  const parts = [...breaker.parts].map(([part, counts]) => [part, { ...counts, refused: 0 }] as const)
  return { ...breaker, parts: new Map(parts), refusalReports: new Map() }
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
  const { putOff: _, ...counts } = breakersOf(store, senderId)
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
  writes = new Writes(),
): StoredBreaker {
  const slot = breakerSlot(senderId, spinnerId)
  const known = store.breakers.get(slot) ?? {
    senderId,
    spinnerId,
    pausedAt: null,
    trouble: null,
    isTold: false,
    parts: new Map<number, StoredHealth>(),
    refusalReports: new Map<number, readonly (string | null)[]>(),
  }
  const part = known.parts.get(partOf(at)) ?? nothing
  const breaker = {
    ...known,
    parts: new Map([...known.parts, [partOf(at), { ...part, [what]: Math.max(part[what] + by, 0) }]]),
  }
  writes.put(store.breakers, slot, breaker)
  return breaker
}

function countsOf({ parts, refusalReports }: StoredBreaker, at: Date): SenderHealthCounts {
  const since = (ms: number): HealthCounts => {
    const { putOff: _, ...counts } = sumOf(parts, partOf(at) - ms)
    return counts
  }
  const hour = 6 * partMs
  const reports = [...refusalReports].filter(([part]) => part >= partOf(at) - partMs)
  const recentReports = reports.reduce((total, [, domains]) => total + domains.length, 0)
  return {
    recent: since(partMs),
    recentReports,
    hour: since(hour),
    day: since(24 * hour),
    all: since(8 * 24 * hour),
  }
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
