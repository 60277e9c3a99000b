import type { ReasonCode } from '../../job/recipient/reason.ts'
import { dayAfter, daysBetween, localDay, startOf } from '../../local-time.ts'
import type { Sender, SenderLimits } from '../sender.ts'

/** What a sender has sent in its present day, and the times that it has given to those who wait. */
export interface SenderBudget {
  readonly day: string
  readonly used: number
  /** When it may send next. */
  readonly nextAt: Date
  /** Up to when those who wait have been given a time, and how many have theirs on the day of that. */
  readonly givenUntil: Date
  readonly givenDay: string | null
  readonly given: number
  /** The same of those who go first. */
  readonly soonUntil: Date | null
  /** When a rest ends that the server or provider asked for; null, or left out, for a sender that never rested. */
  readonly restsUntil?: Date | null
}

/** Who asks a sender for a turn. */
export interface TurnAsker {
  /** The sender has written to the recipient before. */
  readonly hasBegun: boolean
  /** A sender had given it a time, which has come. */
  readonly hasWaited: boolean
}

export interface SenderTurn {
  /** Null where the message may go. */
  readonly code: ReasonCode | null
  readonly until: Date | null
  /** How many messages the sender may send on its present day, and how many of them are left; null for any number. */
  readonly allowed: number | null
  readonly room: number | null
  /** What the budget is once the answer is taken. */
  readonly after: SenderBudget
}

export type PacedSender = SenderLimits & Pick<Sender, 'rampFrom'>

export function freshBudget({ timeZone }: PacedSender, now: Date): SenderBudget {
  return {
    day: localDay(now, timeZone),
    used: 0,
    nextAt: now,
    givenUntil: now,
    givenDay: null,
    given: 0,
    soonUntil: null,
    restsUntil: null,
  }
}

/** How many messages a sender may send on a day of its zone; null for as many as it likes. */
export function allowanceOn({ dailyLimit, ramp, rampFrom }: PacedSender, day: string): number | null {
  if (ramp === null || rampFrom === null) return dailyLimit
  const times = Math.floor(Math.max(daysBetween(rampFrom, day), 0) / ramp.everyDays)
  const ramped = ramp.start + ramp.add * times
  return dailyLimit === null ? ramped : Math.min(dailyLimit, ramped)
}

const leastSpacingSeconds = 0.05
/** When somebody resumes a paused sender is not known before. */
const askPausedAgainSeconds = 15 * 60
const daySeconds = 24 * 60 * 60

/**
 * What a sender answers a message. `sender_turn` says the same in SQL.
 *
 * Who waits is given a time of its own, one after the other and no more in a day than the day has room for, so that a
 * hundred thousand do not come due each midnight. Those whom the sender has written to, and those whose time has come
 * before, go first: the times of the others are not taken from them.
 */
export function turnAt(
  now: Date,
  sender: PacedSender,
  known: SenderBudget,
  isPaused: boolean,
  asker: TurnAsker,
  random: number,
): SenderTurn {
  const budget = onItsDay(known, sender, now, asker)
  const allowed = allowanceOn(sender, budget.day)
  const room = allowed === null ? null : allowed - budget.used
  const gap = sender.gapSeconds * (1 + random)
  const told = { allowed, room }
  const refused = refusal(now, sender, budget, isPaused, asker, room)
  if (refused === null) {
    const after = { ...budget, used: budget.used + 1, nextAt: later(now, gap) }
    return { ...told, code: null, until: null, after }
  }
  const spacing = Math.max(gap, leastSpacingSeconds)
  const soon = latest(budget.soonUntil ?? now, refused.earliest)
  // Beyond a day it is not soon any more.
  const isSoon =
    asker.hasWaited &&
    (refused.code === 'SENDER_GAP' || refused.code === 'SENDER_RESTS') &&
    soon <= later(refused.earliest, daySeconds)
  if (asker.hasBegun || isSoon)
    return { ...told, code: refused.code, until: soon, after: { ...budget, soonUntil: later(soon, spacing) } }
  return { ...told, ...timeGiven(refused, sender, budget, room, spacing) }
}

/** On a new day nothing is used yet. Whose time has come has none any more, whatever becomes of it. */
function onItsDay(known: SenderBudget, { timeZone }: PacedSender, now: Date, asker: TurnAsker) {
  const today = localDay(now, timeZone)
  // A zone that was changed may lead back to a day before.
  const { day, used } = known.day < today ? { day: today, used: 0 } : known
  const isTaken = asker.hasWaited && known.givenDay === day
  const given = isTaken ? Math.max(known.given - 1, 0) : known.given
  return { ...known, day, used, given, soonUntil: known.soonUntil ?? now }
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
  { hasBegun, hasWaited }: TurnAsker,
  room: number | null,
): Refusal | null {
  if (isPaused) return { code: 'SENDER_PAUSED', earliest: later(now, askPausedAgainSeconds) }
  if (room !== null && room <= 0)
    return { code: 'SENDER_DAILY_LIMIT', earliest: startOf(dayAfter(budget.day), timeZone) }
  const restsUntil = budget.restsUntil ?? null
  if (restsUntil !== null && restsUntil > now) return { code: 'SENDER_RESTS', earliest: restsUntil }
  // Without a gap nobody waits for another: with two slices at once each is a moment before the other.
  if (gapSeconds > 0 && budget.nextAt > now) return { code: 'SENDER_GAP', earliest: budget.nextAt }
  const hasOthersWaiting = budget.givenDay !== null && budget.givenUntil > now
  if (!hasBegun && !hasWaited && hasOthersWaiting) return { code: 'SENDER_GAP', earliest: now }
  return null
}

/** The next time after those that the others were given. */
function timeGiven(
  { code, earliest }: Refusal,
  sender: PacedSender,
  budget: SenderBudget,
  room: number | null,
  spacing: number,
): Pick<SenderTurn, 'code' | 'until' | 'after'> {
  const { timeZone } = sender
  const next = latest(budget.givenUntil, earliest)
  const day = localDay(next, timeZone)
  const given = budget.givenDay === day ? budget.given : 0
  const most = day === budget.day ? room : allowanceOn(sender, day)
  if (most === null || given < most) {
    const after = { ...budget, givenDay: day, given: given + 1, givenUntil: later(next, spacing) }
    return { code, until: next, after }
  }
  const following = dayAfter(day)
  const until = startOf(following, timeZone)
  const after = { ...budget, givenDay: following, given: 1, givenUntil: later(until, spacing) }
  const isQueued = code === 'SENDER_GAP' || code === 'SENDER_RESTS'
  return { code: isQueued ? 'SENDER_DAILY_LIMIT' : code, until, after }
}

function later(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000)
}

function latest(a: Date, b: Date): Date {
  return a > b ? a : b
}
