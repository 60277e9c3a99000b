import { dayIn, type KnownLimits, type KnownSender } from '../../model/known-sender.ts'
import { midnightOf } from '../../model/path/local-times.ts'
import type { Sent } from '../../model/sent.ts'
import type { Promised } from '../promise.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

export const senderLimits: Promised = {
  promise: 'No sender sends more than its daily limit and its ramp allow, or faster than its gap',
  when: 'quiet',
  holds: ({ model }) => {
    const violations: string[] = []
    let compared = 0
    for (const sender of model.senders) {
      // Counts a message if the simulated mail server accepted it, even if the connection was lost before the answer.
      const sent = model.sent.asMarked.filter((one) => one.sender === sender.id && one.isTaken)
      compared += sent.length
      for (const [index, message] of sent.entries()) {
        const fault = faultOf(sender, message, sent.slice(0, index))
        if (fault !== null) violations.push(`${sender.name}: ${fault}`)
      }
    }
    return { compared, violations }
  },
}

function faultOf(sender: KnownSender, message: Sent, before: readonly Sent[]): string | null {
  const { at, moment } = message
  const limits = sender.limits.possibleWhenDecided(moment)
  const most = Math.max(...limits.map((limit) => allowanceOf(limit, sender, at)))
  const first = before.find((one) => at.getTime() - one.at.getTime() < 2 * dayMs)
  const since = first === undefined || before.length < most ? at.getTime() : dayBegan(sender, message, first)
  const until = Math.max(at.getTime(), since + dayMs)
  const ofDay = before.filter((one) => since <= one.at.getTime() && one.at.getTime() < until).length + 1
  if (ofDay > most)
    return `message ${ofDay} since ${new Date(since).toISOString()} was sent; at most ${most} are allowed`
  const last = before.at(-1)
  // The service draws the gap after a message when the message is sent. A later change of the sender's settings
  // can shorten this gap, but not lengthen it.
  const gaps = last === undefined ? limits : [...limits, ...sender.limits.possibleWhenDecided(last.moment)]
  const gap = Math.min(...gaps.map(({ gapSeconds }) => gapSeconds))
  const seconds = last === undefined ? gap : secondsBetween(last, message)
  // Tolerates a gap that is a second too short, because a message passes a few gates of a virtual millisecond
  // each between its mark and its sending.
  return seconds < gap - 1
    ? `a message was sent ${seconds} seconds after the one before; the gap is ${gap} seconds`
    : null
}

/**
 * Returns the latest time in milliseconds at which the present day of a sender may have begun. This is the latest midnight
 * of its time zone, or of its former zones if the zone was changed after that midnight: the messages of the present day
 * count until the next midnight of the new zone. A process that was stopped may count by the former zone for an hour more.
 */
function dayBegan({ limits }: KnownSender, { at, moment }: Sent, first: Sent): number {
  const decided = limits.possibleWhenDecided(moment)
  const present = Math.max(...decided.map(({ timeZone }) => midnightBefore(timeZone, at)))
  const since = Math.max(...decided.map((limitsSince) => limitsSince.since.getTime()))
  if (decided.length > 1 || since <= present || since > at.getTime()) return present
  const former = limits
    .possibleBetween(first.moment, moment)
    .filter((limitsSince) => !decided.includes(limitsSince))
  // The zone was changed before the first message that may count.
  if (former.length === 0) return present
  const until = new Date(Math.min(since + hourMs, at.getTime()))
  return Math.max(...former.map(({ timeZone }) => midnightBefore(timeZone, until)), 0)
}

function midnightBefore(zone: string, at: Date): number {
  return midnightOf(dayIn(zone, at), zone)?.getTime() ?? 0
}

/**
 * Returns the seconds between two simulated messages of a sender. The service measures a gap by the host's
 * clock. If the simulator set that clock in between, the gap is kept if either the clock or the virtual time
 * that passed shows it.
 */
function secondsBetween(first: Sent, second: Sent): number {
  const byClock = second.at.getTime() - first.at.getTime()
  return Math.max(byClock, second.elapsedMs - first.elapsedMs) / 1000
}

function allowanceOf(
  { dailyLimit, ramp, timeZone }: KnownLimits,
  { rampDays }: KnownSender,
  at: Date,
): number {
  if (dailyLimit === null) return Number.POSITIVE_INFINITY
  if (ramp === null) return dailyLimit
  const today = dayIn(timeZone, at)
  const rampFrom = rampDays.get(JSON.stringify(ramp)) ?? today
  const days = Math.max(0, Math.floor((Date.parse(today) - Date.parse(rampFrom)) / dayMs))
  return Math.min(dailyLimit, ramp.start + ramp.add * Math.floor(days / ramp.everyDays))
}
