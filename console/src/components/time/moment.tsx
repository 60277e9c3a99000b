import { Text } from '@mantine/core'
import { useEffect, useReducer, useSyncExternalStore } from 'react'
import { currentTestTime, onTestTime, presentTime } from '../../api/test-mode/present-time.ts'
import { language } from '../../languages/language.ts'
import { t } from '../../languages/text.ts'
import { exactTime } from './exact-time.ts'

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })

function sinceOf(at: string, now: number): string {
  const seconds = (Date.parse(at) - now) / 1_000
  for (const [unit, length] of units)
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit)
  return seconds > 0 ? t('in a moment') : t('just now')
}

/**
 * Shows a time relative to the present, which in test mode is the time of the test clock. The
 * browser's own tooltip has the exact time, because a drawn one would cost more than the rest of a list's cell.
 */
export function Moment({ at }: { at: string | null }) {
  const [, again] = useReducer((count: number) => count + 1, 0)
  useSyncExternalStore(onTestTime, currentTestTime)
  useEffect(() => {
    const timer = setInterval(again, 30_000)
    return () => clearInterval(timer)
  }, [])
  if (at === null)
    return (
      <Text span inherit c="dimmed">
        {t('never')}
      </Text>
    )
  return (
    <time dateTime={at} title={exactTime(at)}>
      {sinceOf(at, presentTime())}
    </time>
  )
}
