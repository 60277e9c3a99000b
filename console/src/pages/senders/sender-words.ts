import type { Pause, Sender } from '../../api/schema.ts'
import { counted } from '../../components/counted.ts'
import { timeToTheMinute } from '../../components/time/exact-time.ts'

export const kindWords: Readonly<Record<Sender['kind'], string>> = {
  google: 'Google',
  microsoft: 'Microsoft 365',
  smtp: 'SMTP',
  deployment: 'Mail server of this service',
}

export const statusWords: Readonly<Record<Sender['status'], { label: string; color: string }>> = {
  connected: { label: 'Connected', color: 'teal' },
  paused: { label: 'Paused', color: 'gray' },
  needsAttention: { label: 'Needs attention', color: 'red' },
}

/** Returns the limits of a sender in words: "12 of 20 today", with the ramp, the gap and the name of its pool if they are set. */
export function limitWords(
  { limits: { dailyLimit, gapSeconds, ramp }, usedToday, allowedToday, maxPerDay }: Sender,
  pool: string | undefined,
): string {
  return [
    allowedToday === null
      ? `${usedToday} messages today, no limit${pool === undefined ? '' : ' of its own'}`
      : `${usedToday} of ${allowedToday} messages today`,
    ramp &&
      `limit raised by ${counted(ramp.add, 'message')} every ${days(ramp.everyDays)}, up to ${dailyLimit}`,
    gapSeconds > 0 && `${counted(gapSeconds, 'second')} between messages`,
    pool !== undefined && `shares the limit of the pool ${pool}`,
    maxPerDay !== null &&
      `the operator of this service permits ${counted(maxPerDay, 'message')} a day; connect a mailbox of your own to send more`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function days(count: number): string {
  return count === 1 ? 'day' : `${count} days`
}

/** Returns in words whether the replies to a sender are read. */
export function readingWords({ readsReplies }: Sender): string {
  return readsReplies ? 'Replies to this sender are read' : 'Replies to this sender are not read'
}

/** Returns why a connected sender does not send at present, and until when. */
export function pauseWords({ until, reason }: Pause): string {
  const who =
    reason === 'PROVIDER_LIMIT'
      ? 'The provider temporarily refused messages'
      : 'The mail server temporarily refused messages'
  const end = until === null ? '' : ` until ${timeToTheMinute(until)}`
  return `${who}. Messages of this sender wait${end}.`
}
