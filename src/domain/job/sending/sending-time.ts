import type { ReasonCode } from '../../reason.ts'
import type { Sender, SenderLimits } from '../../sender/sender.ts'
import { dayAfter, daysBetween, localDay, startOfDay } from '../../time/local-time.ts'

/**
 * The use of a sender's limits: the number of messages sent on its present day, and the sending times that are
 * reserved for waiting messages.
 */
export interface SenderBudget {
  readonly day: string
  readonly used: number
  /**
   * The time zone by which the day was counted. It differs from the sender's after a change of the zone; null for the
   * sender's present zone.
   */
  readonly zone: string | null
  /**
   * The earliest time at which the sender may send its next message, because of the gap between its messages.
   */
  readonly nextAt: Date
  /**
   * The earliest sending time of the sender that is not reserved for a waiting message. `scheduledCount` counts
   * the times already reserved on `scheduledDay`.
   */
  readonly scheduledUntil: Date
  readonly scheduledDay: string | null
  readonly scheduledCount: number
  /**
   * The earliest free sending time for messages that go first: replies in a conversation, and messages that
   * have waited before.
   */
  readonly priorityUntil: Date | null
  /**
   * The end of a cooldown that the server or provider of the sender asked for; null or absent for a sender that
   * never rested.
   */
  readonly cooldownUntil?: Date | null
}

/** The properties of a message that decide when a sender may send it. */
export interface MessageHistory {
  /**
   * Whether the sender has written to the recipient before, so that the message goes before first messages.
   */
  readonly hasBegun: boolean
  /** Whether a sending time was reserved for the message before, and that time has come. */
  readonly hasWaited: boolean
}

export interface SendingTime {
  /** The reason why the sender must not send the message yet; null if it may send the message now. */
  readonly code: ReasonCode | null
  readonly until: Date | null
  /**
   * The number of messages that the sender may send on its present day; null for any number. `room` is the
   * number that it may still send.
   */
  readonly allowed: number | null
  readonly room: number | null
  /** The sender's budget after this message has been sent or has reserved its sending time. */
  readonly after: SenderBudget
}

export type PacedSender = SenderLimits & Pick<Sender, 'rampFrom' | 'maxPerDay'>

export function freshBudget({ timeZone }: PacedSender, now: Date): SenderBudget {
  return {
    day: localDay(now, timeZone),
    used: 0,
    zone: timeZone,
    nextAt: now,
    scheduledUntil: now,
    scheduledDay: null,
    scheduledCount: 0,
    priorityUntil: null,
    cooldownUntil: null,
  }
}

/** Returns the number of messages that a sender may send on a day of its time zone; null for any number. */
export function allowanceOn(
  { dailyLimit, ramp, rampFrom, maxPerDay }: PacedSender,
  day: string,
): number | null {
  const times =
    ramp === null || rampFrom === null
      ? 0
      : Math.floor(Math.max(daysBetween(rampFrom, day), 0) / ramp.everyDays)
  const ramped = ramp === null || rampFrom === null ? null : ramp.start + ramp.add * times
  const limits = [dailyLimit, maxPerDay, ramped].filter((limit) => limit !== null)
  return limits.length === 0 ? null : Math.min(...limits)
}

const minSpacingSeconds = 0.05
/**
 * The seconds after which a message that waits for a paused sender is tried again. The time of the resume
 * cannot be known.
 */
const askPausedAgainSeconds = 15 * 60
const daySeconds = 24 * 60 * 60

/**
 * Returns the time at which a sender may send a message. `sender_verdict` implements the same rule in SQL.
 *
 * Each waiting message gets its own time, at most as many a day as the sender's limit allows. Otherwise a
 * hundred thousand messages would come due each midnight. Messages go first if the sender has written to
 * their recipient, or if their time has come before. The times of other messages do not change.
 */
export function sendingTimeAt(
  now: Date,
  sender: PacedSender,
  known: SenderBudget,
  isPaused: boolean,
  asker: MessageHistory,
  random: number,
): SendingTime {
  const budget = onItsDay(known, sender, now, asker)
  const allowed = allowanceOn(sender, budget.day)
  const space = allowed === null ? null : allowed - budget.used
  const gap = sender.gapSeconds * (1 + random)
  const figures = { allowed, room: space }
  const refused = refusal(now, sender, budget, isPaused, asker, space)
  if (refused === null) {
    const after = { ...budget, used: budget.used + 1, nextAt: later(now, gap) }
    return { ...figures, code: null, until: null, after }
  }
  const spacing = Math.max(gap, minSpacingSeconds)
  const soon = latest(budget.priorityUntil ?? now, refused.earliest)
  // If the next free time for preferred messages is more than a day ahead, a preferred message queues like all
  // others.
  const isSoon =
    asker.hasWaited &&
    (refused.code === 'SENDER_GAP' || refused.code === 'SENDER_COOLING_DOWN') &&
    soon <= later(refused.earliest, daySeconds)
  if (asker.hasBegun || isSoon)
    return {
      ...figures,
      code: refused.code,
      until: soon,
      after: { ...budget, priorityUntil: later(soon, spacing) },
    }
  return { ...figures, ...timeGiven(refused, sender, budget, space, spacing) }
}

/**
 * Returns the budget of a sender for its present day. On a new day, no message counts as sent. If the asking
 * message had a reserved time that has come, the reservation ends, even if the message must wait again.
 */
function onItsDay(known: SenderBudget, sender: PacedSender, now: Date, asker: MessageHistory) {
  const { day, used, zone } = usedToday(known, sender, now)
  const isTaken = asker.hasWaited && known.scheduledDay === day
  const scheduledCount = isTaken ? Math.max(known.scheduledCount - 1, 0) : known.scheduledCount
  return { ...known, day, used, zone, scheduledCount, priorityUntil: known.priorityUntil ?? now }
}

/**
 * Returns the present day of a sender and the number of messages that count on it. If the sender's time zone was
 * changed, the messages of the day that was present in the former zone count in the present day of the new zone, until
 * its next midnight. Otherwise a move to the west would block the sender for a second day, and a move to the east would
 * give it a second budget. `budget_today` does the same in SQL.
 */
export function usedToday(
  { day, used, zone }: Pick<SenderBudget, 'day' | 'used' | 'zone'>,
  { timeZone }: Pick<PacedSender, 'timeZone'>,
  now: Date,
): Pick<SenderBudget, 'day' | 'used' | 'zone'> {
  const today = localDay(now, timeZone)
  if (zone !== null && zone !== timeZone)
    return { day: today, used: day < localDay(now, zone) ? 0 : used, zone: timeZone }
  // Leaves the budget of a later day as it is: another process, whose clock is ahead, has begun that day.
  return day < today ? { day: today, used: 0, zone: timeZone } : { day, used, zone: timeZone }
}

interface Refusal {
  readonly code: ReasonCode
  readonly earliest: Date
}

function refusal(
  now: Date,
  { timeZone, gapSeconds }: PacedSender,
  budget: SenderBudget,
  isPaused: boolean,
  { hasBegun, hasWaited }: MessageHistory,
  space: number | null,
): Refusal | null {
  if (isPaused) return { code: 'SENDER_PAUSED', earliest: later(now, askPausedAgainSeconds) }
  if (space !== null && space <= 0)
    return { code: 'SENDER_DAILY_LIMIT', earliest: startOfDay(dayAfter(budget.day), timeZone) }
  const cooldownUntil = budget.cooldownUntil ?? null
  if (cooldownUntil !== null && cooldownUntil > now)
    return { code: 'SENDER_COOLING_DOWN', earliest: cooldownUntil }
  // Checks the gap only for senders that have one. Otherwise two runtimes that send by the same sender at once
  // would delay each other by moments.
  if (gapSeconds > 0 && budget.nextAt > now) return { code: 'SENDER_GAP', earliest: budget.nextAt }
  const hasOthersWaiting = budget.scheduledDay !== null && budget.scheduledUntil > now
  if (!hasBegun && !hasWaited && hasOthersWaiting) return { code: 'SENDER_GAP', earliest: now }
  return null
}

/** Returns the next sending time of a sender that no other waiting message has reserved. */
function timeGiven(
  { code, earliest }: Refusal,
  sender: PacedSender,
  budget: SenderBudget,
  space: number | null,
  spacing: number,
): Pick<SendingTime, 'code' | 'until' | 'after'> {
  const { timeZone } = sender
  const next = latest(budget.scheduledUntil, earliest)
  const day = localDay(next, timeZone)
  const count = budget.scheduledDay === day ? budget.scheduledCount : 0
  const most = day === budget.day ? space : allowanceOn(sender, day)
  if (most === null || count < most) {
    const after = {
      ...budget,
      scheduledDay: day,
      scheduledCount: count + 1,
      scheduledUntil: later(next, spacing),
    }
    return { code, until: next, after }
  }
  const following = dayAfter(day)
  const until = startOfDay(following, timeZone)
  const after = {
    ...budget,
    scheduledDay: following,
    scheduledCount: 1,
    scheduledUntil: later(until, spacing),
  }
  const isQueued = code === 'SENDER_GAP' || code === 'SENDER_COOLING_DOWN'
  return { code: isQueued ? 'SENDER_DAILY_LIMIT' : code, until, after }
}

function later(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000)
}

function latest(a: Date, b: Date): Date {
  return a > b ? a : b
}
