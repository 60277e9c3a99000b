import { Text, Tooltip } from '@mantine/core'
import { useEffect, useReducer, useState, useSyncExternalStore } from 'react'
import { currentTestTime, onTestTime, presentTime } from '../../api/test-mode/present-time.ts'
import { exactTime } from './exact-time.ts'

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

function sinceOf(at: string, now: number): string {
  const seconds = (Date.parse(at) - now) / 1_000
  for (const [unit, length] of units)
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit)
  return seconds > 0 ? 'in a moment' : 'just now'
}

/**
 * Shows a time relative to the present, which in test mode is the time of the test clock. The tooltip has the
 * exact time. It is added when the pointer reaches the text, because lists have a hundred moments and a tooltip costs
 * more to draw than the rest of a cell.
 */
export function Moment({ at }: { at: string | null }) {
  const [isPointedAt, setPointedAt] = useState(false)
  const [, again] = useReducer((count: number) => count + 1, 0)
  useSyncExternalStore(onTestTime, currentTestTime)
  useEffect(() => {
    const timer = setInterval(again, 30_000)
    return () => clearInterval(timer)
  }, [])
  if (at === null)
    return (
      <Text span inherit c="dimmed">
        never
      </Text>
    )
  const text = (
    <time dateTime={at} onMouseEnter={() => setPointedAt(true)}>
      {sinceOf(at, presentTime())}
    </time>
  )
  return isPointedAt ? <Tooltip label={exactTime(at)}>{text}</Tooltip> : text
}
