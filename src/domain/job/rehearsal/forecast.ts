import type { ReasonCode } from '../../reason.ts'
import { dayAfter, localDay, startOfDay } from '../../time/local-time.ts'
import type { PossibleSender } from '../sending/choose-sender.ts'
import type { PaceUse } from '../sending/pace-use.ts'
import { allowanceOn, usedToday } from '../sending/sending-time.ts'
import { PaceDay } from './pace-forecast.ts'
import { PoolForecast } from './pool-forecast.ts'

/** A message of a rehearsal that any of several senders may send. */
export interface ForecastMessage {
  readonly step: number
  /** The ids of the possible senders of the message; empty if no limit applies to it. */
  readonly senders: readonly string[]
  /**
   * The seconds from the start of the job, or from the recipient's previous message, until this message is
   * due.
   */
  readonly afterSeconds: number
}

/** Rehearsed recipients that get the same messages at the same intervals. */
export interface Cohort {
  readonly count: number
  readonly messages: readonly ForecastMessage[]
}

export interface Forecast {
  readonly firstMessageAt: Date | null
  /** The time of the last message of the rehearsed job; null also if it lies more than three years ahead. */
  readonly lastMessageAt: Date | null
  /** The numbers of first messages, and of all messages, by the day: 0 is the present one. */
  readonly days: ReadonlyMap<number, DayFigures>
  /** The number of recipients that wait because of the pace or their sender's limits, by step and reason. */
  readonly waits: readonly { readonly step: number; readonly code: ReasonCode; readonly count: number }[]
}

/** The messages of one day of a forecast. */
export interface DayFigures {
  first: number
  all: number
}

const maxDays = 1_100
const daySeconds = 24 * 60 * 60
/** Jitter lengthens each gap between messages of a sender by up to one gap; the forecast uses half a gap. */
const averageJitter = 0.5

interface Ready {
  readonly cohort: Cohort
  readonly nth: number
  count: number
  /** The time when the forecast message is due, in milliseconds since 1970. */
  readonly at: number
  isReported: boolean
}

/**
 * One day of a sender in a rehearsal's forecast: the number of messages that it may still send, and the times
 * of its next message and of its end.
 */
interface SenderDay {
  readonly id: string
  room: number
  /** The pool of the sender, which other senders share; null without a pool. */
  readonly pool: PoolForecast | null
  nextAt: number
  readonly endsAt: number
  readonly spacing: number
}

/**
 * Estimates when the messages of a rehearsed job are sent within the pace of the spinner, and the daily limit, ramp and
 * gap of each sender. Follow-ups are sent before first messages. Unlike in a real job, a recipient does not keep its
 * sender, and jitter is always average.
 */
export function forecast(
  cohorts: readonly Cohort[],
  senders: readonly PossibleSender[],
  now: Date,
  pace: PaceUse | null = null,
): Forecast {
  const coming = new Map<number, Ready[]>()
  const startedAt = now.getTime()
  // Adds a message of the forecast to the day on which it is due, in days of 24 hours from now. The day of its
  // sender may end earlier; the message then stays in the backlog for the next day.
  const come = (one: Ready, today = 0) => {
    const day = Math.max(today, Math.floor((one.at - startedAt) / (daySeconds * 1000)))
    coming.set(day, [...(coming.get(day) ?? []), one])
  }
  const pools = new Map(
    senders.flatMap(({ pool }) => (pool === null ? [] : [[pool.id, new PoolForecast(pool)]])),
  )
  for (const cohort of cohorts) {
    const [first] = cohort.messages
    if (first !== undefined)
      come({
        cohort,
        nth: 0,
        count: cohort.count,
        at: startedAt + first.afterSeconds * 1000,
        isReported: false,
      })
  }
  const figures = new Map<number, DayFigures>()
  const waits: Waits = new Map()
  let [firstAt, lastAt] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let backlog: Ready[] = []
  for (let day = 0; day < maxDays && (backlog.length > 0 || coming.size > 0); day++) {
    const paceDay = pace === null ? null : new PaceDay(pace, day, now)
    const days = new Map(senders.map((sender) => [sender.id, dayOfSender(sender, day, now, pools)] as const))
    for (;;) {
      const arrived = coming.get(day) ?? []
      coming.delete(day)
      if (arrived.length === 0 && backlog.every(({ count }) => count === 0)) break
      // Follow-ups are sent before first messages; of equal messages, the longest waiting are sent first.
      const queue = [...backlog, ...arrived].toSorted((a, b) => b.nth - a.nth || a.at - b.at)
      for (const one of queue) {
        const message = one.cohort.messages[one.nth]
        const waiting = one.count
        const isFirst = one.nth === 0
        const held = paceDay === null ? 0 : heldByPace(one, paceDay, isFirst)
        one.count -= held
        const parts = taken(one, message?.senders ?? [], days, Math.max(one.at, paceDay?.beginsAt ?? 0))
        paceDay?.send(waiting - held - one.count, isFirst)
        for (const part of parts) {
          countOn(figures, day, part.count, isFirst)
          firstAt = Math.min(firstAt, part.firstAt)
          lastAt = Math.max(lastAt, part.lastAt)
          const next = one.cohort.messages[one.nth + 1]
          if (next === undefined) continue
          const at = (part.firstAt + part.lastAt) / 2 + next.afterSeconds * 1000
          come({ cohort: one.cohort, nth: one.nth + 1, count: part.count, at, isReported: false }, day)
        }
        const isDueToday =
          message?.senders.some((id) => one.at < (days.get(id)?.endsAt ?? 0)) === true ||
          (paceDay !== null && one.at < paceDay.endsAt)
        if (!one.isReported && isDueToday) {
          const ofSenders = waitsOf(one, waiting - held, parts, message?.senders ?? [], days)
          noteWaits(waits, message?.step ?? 0, [{ code: 'SPINNER_PACE', count: held }, ...ofSenders])
        }
        one.count += held
        one.isReported ||= isDueToday
      }
      backlog = merged(queue)
      if (!coming.has(day)) break
    }
  }
  const isOpen = backlog.length > 0 || coming.size > 0
  return {
    firstMessageAt: Number.isFinite(firstAt) ? new Date(firstAt) : null,
    lastMessageAt: isOpen || !Number.isFinite(lastAt) ? null : new Date(lastAt),
    days: figures,
    waits: [...waits.values()].filter(({ count }) => count > 0),
  }
}

type Waits = Map<string, { readonly step: number; readonly code: ReasonCode; readonly count: number }>

function noteWaits(
  waits: Waits,
  step: number,
  counts: readonly { readonly code: ReasonCode; readonly count: number }[],
): void {
  for (const { code, count } of counts) {
    const slot = `${step} ${code}`
    waits.set(slot, { step, code, count: (waits.get(slot)?.count ?? 0) + count })
  }
}

/** Returns how many recipients of a group the pace lets wait on a day. */
function heldByPace({ count, at }: Ready, day: PaceDay, isFirst: boolean): number {
  return at >= day.endsAt ? count : Math.max(0, count - day.roomFor(isFirst))
}

export function countOn(
  figures: Map<number, DayFigures>,
  day: number,
  count: number,
  isFirst: boolean,
): void {
  const of = figures.get(day) ?? { first: 0, all: 0 }
  figures.set(day, { first: of.first + (isFirst ? count : 0), all: of.all + count })
}

/**
 * Merges groups of rehearsed recipients that wait for the same message of the forecast; otherwise the backlog
 * would grow every day.
 */
function merged(queue: readonly Ready[]): Ready[] {
  const known = new Map<Cohort, Ready[]>()
  const left: Ready[] = []
  for (const one of queue) {
    if (one.count === 0) continue
    const ofCohort = known.get(one.cohort) ?? []
    known.set(one.cohort, ofCohort)
    const same = one.isReported ? ofCohort[one.nth] : undefined
    if (same !== undefined) {
      same.count += one.count
      continue
    }
    if (one.isReported) ofCohort[one.nth] = one
    left.push(one)
  }
  return left
}

/** Returns the nth day of a sender in the forecast, counted from today. Day 0 is the rest of today. */
function dayOfSender(
  sender: PossibleSender,
  nth: number,
  now: Date,
  pools: ReadonlyMap<string, PoolForecast>,
): SenderDay {
  const { id, budget, timeZone, gapSeconds } = sender
  const today = localDay(now, timeZone)
  const day = dayAfter(today, nth)
  const begins = nth === 0 ? now : startOfDay(day, timeZone)
  const allowed = allowanceOn(sender, day) ?? Number.POSITIVE_INFINITY
  const present = budget === null ? null : usedToday(budget, sender, now)
  const used = present?.day === day ? present.used : 0
  const scheduled = budget !== null && budget.scheduledDay === day ? budget.scheduledCount : 0
  const cooldown = budget?.cooldownUntil?.getTime() ?? 0
  const busyUntil = Math.max(budget?.nextAt.getTime() ?? 0, budget?.scheduledUntil.getTime() ?? 0, cooldown)
  return {
    id,
    room: Math.max(0, allowed - used - scheduled),
    pool: pools.get(sender.pool?.id ?? '') ?? null,
    nextAt: Math.max(begins.getTime(), busyUntil),
    endsAt: startOfDay(dayAfter(day), timeZone).getTime(),
    spacing: gapSeconds * (1 + averageJitter) * 1000,
  }
}

interface Part {
  readonly count: number
  /** Whether these recipients of the forecast waited for the pool of their sender. */
  readonly isHeldByPool: boolean
  readonly firstAt: number
  readonly lastAt: number
}

/**
 * Takes as many recipients of the forecast as the senders can serve on this day, beginning with the sender
 * that has most messages left.
 */
function taken(
  one: Ready,
  senders: readonly string[],
  days: ReadonlyMap<string, SenderDay>,
  earliest: number,
): readonly Part[] {
  if (senders.length === 0) {
    if (one.count === 0) return []
    const part = { count: one.count, isHeldByPool: false, firstAt: earliest, lastAt: earliest }
    one.count = 0
    return [part]
  }
  const parts: Part[] = []
  const byRemaining = senders
    .flatMap((id) => days.get(id) ?? [])
    .toSorted((a, b) => (b.room === a.room ? 0 : b.room - a.room))
  for (const day of byRemaining) {
    let part = takenBy(day, one, earliest)
    while (part !== null) {
      parts.push(part)
      // A pool may let further messages of the day leave later, after earlier ones no longer count.
      part = day.pool === null ? null : takenBy(day, one, earliest)
    }
  }
  return parts
}

/** Takes the next recipients of the forecast that one sender can serve on this day; null if it can serve none. */
function takenBy(day: SenderDay, one: Ready, earliest: number): Part | null {
  const from = Math.max(day.nextAt, earliest)
  const isClosed = from >= day.endsAt || day.pool?.isClosedUntil(day.endsAt) === true
  if (one.count === 0 || day.room <= 0 || isClosed) return null
  const turn = day.pool?.turnAt(from) ?? { at: from, count: Number.POSITIVE_INFINITY, spacing: 0 }
  if (turn.at >= day.endsAt) return null
  const { at } = turn
  const spacing = Math.max(day.spacing, turn.spacing)
  const slots = spacing === 0 ? one.count : 1 + Math.floor((day.endsAt - 1 - at) / spacing)
  const count = Math.min(one.count, day.room, slots, turn.count)
  const isHeldByPool = turn.spacing > 0
  day.pool?.send({ at, count, spacing }, isHeldByPool)
  const lastAt = at + (count - 1) * spacing
  one.count -= count
  day.room -= count
  day.nextAt = lastAt + day.spacing
  return { count, isHeldByPool, firstAt: at, lastAt }
}

/**
 * Returns the reasons why recipients of a cohort have to wait after their message is due, with their numbers.
 */
function waitsOf(
  { count: left }: Ready,
  waiting: number,
  parts: readonly Part[],
  senders: readonly string[],
  days: ReadonlyMap<string, SenderDay>,
): readonly { readonly code: ReasonCode; readonly count: number }[] {
  const of = senders.flatMap((id) => days.get(id) ?? [])
  const isSpaced = of.length > 0 && of.every(({ spacing }) => spacing > 0)
  const isUsedUp = of.every(({ room }) => room <= 0)
  const isPoolUsedUp = of.every(({ room, pool, endsAt }) => room <= 0 || pool?.isClosedUntil(endsAt - 1))
  const ofPool: ReasonCode = isPoolUsedUp ? 'SENDER_POOL_LIMIT' : 'SENDER_GAP'
  const held = parts.reduce((sum, { count, isHeldByPool }) => sum + (isHeldByPool ? count : 0), 0)
  const late: ReasonCode = isUsedUp ? 'SENDER_DAILY_LIMIT' : ofPool
  return [
    { code: 'SENDER_GAP', count: isSpaced ? Math.max(0, waiting - left - held - of.length) : 0 },
    { code: 'SENDER_POOL_LIMIT', count: held },
    { code: late, count: left },
  ]
}
