import type { Pause, Sender } from '../../api/schema.ts'
import { timeToTheMinute } from '../../components/time/exact-time.ts'
import { t } from '../../languages/text.ts'

export const kindWords: Readonly<Record<Sender['kind'], string>> = {
  google: t('Google'),
  microsoft: t('Microsoft 365'),
  smtp: 'SMTP',
  deployment: t('Mail server of this service'),
}

export const statusWords: Readonly<Record<Sender['status'], { label: string; color: string }>> = {
  connected: { label: t('Connected'), color: 'teal' },
  paused: { label: t('Paused'), color: 'gray' },
  needsAttention: { label: t('Needs attention'), color: 'red' },
}

/** Returns the limits of a sender in words: "12 of 20 today", with the ramp, the gap and the name of its pool if they are set. */
export function limitWords(
  { limits: { dailyLimit, gapSeconds, ramp }, usedToday, allowedToday, maxPerDay }: Sender,
  pool: string | undefined,
): string {
  return [
    allowedToday === null
      ? pool === undefined
        ? t('{usedToday} messages today, no limit', { usedToday })
        : t('{usedToday} messages today, no limit of its own', { usedToday })
      : t('{usedToday} of {allowedToday} messages today', { usedToday, allowedToday }),
    ramp &&
      t(
        'limit raised by {add, plural, one {# message} other {# messages}} every {days, plural, =1 {day} other {# days}}, up to {dailyLimit}',
        { add: ramp.add, days: ramp.everyDays, dailyLimit },
      ),
    gapSeconds > 0 &&
      t('{gapSeconds, plural, one {# second} other {# seconds}} between messages', { gapSeconds }),
    pool !== undefined && t('shares the limit of the pool {pool}', { pool }),
    maxPerDay !== null &&
      t(
        'the operator of this service permits {maxPerDay, plural, one {# message} other {# messages}} a day; connect a mailbox of your own to send more',
        { maxPerDay },
      ),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Returns in words whether the replies to a sender are read. */
export function readingWords({ readsReplies }: Sender): string {
  return readsReplies ? t('Replies to this sender are read') : t('Replies to this sender are not read')
}

/** Returns why a connected sender does not send at present, and until when. */
export function pauseWords({ until, reason }: Pause): string {
  const who =
    reason === 'PROVIDER_LIMIT'
      ? t('The provider temporarily refused messages')
      : t('The mail server temporarily refused messages')
  const end = until === null ? '' : t(' until {time}', { time: timeToTheMinute(until) })
  return t('{who}. Messages of this sender wait{end}.', { who, end })
}
