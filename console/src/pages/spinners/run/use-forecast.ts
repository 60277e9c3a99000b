import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import type { Rehearsal } from '../../../api/schema.ts'
import { type RunAudience, type TriggerData, useRehearsal } from '../../../api/spinner/rehearsals.ts'
import { useVisible } from '../../../api/use-visible.ts'
import { forecastChange } from './forecast-change.ts'

/** The age in ms at which a forecast is renewed. The API accepts a rehearsal for ten minutes. */
const renewedAfterMs = 9 * 60_000

/**
 * Rehearses a run as soon as its trigger data is complete, after each change of the data or audience, and
 * again before the rehearsal expires.
 */
export function useForecast({
  spinnerId,
  audience,
  data,
  isOn,
}: {
  spinnerId: string
  audience: RunAudience
  /** The trigger data of the run; undefined while it is incomplete. */
  data: TriggerData | null | undefined
  isOn: boolean
}) {
  const [attempt, setAttempt] = useState(newIdempotencyKey)
  const [settled] = useDebouncedValue(data, 400)
  const { rehearsal, error, readAt } = useRehearsal(
    settled === undefined || !isOn ? null : { spinnerId, draft: false, audience, data: settled, attempt },
  )
  const isVisible = useVisible()
  const latest = rehearsal?.result != null && settled === data ? rehearsal : undefined
  const isStuck = error !== null || (rehearsal !== undefined && isOver(rehearsal.status))
  // The forecast that the user saw before the renewal. It stays on the screen until the new one is there.
  const [seen, setSeen] = useState<Seen | null>(null)
  const before = seen?.data === data && seen?.audience === audience ? seen.rehearsal : undefined
  const shown = latest ?? (isStuck ? undefined : before)
  const again = () => setAttempt(newIdempotencyKey())
  /** Rehearses again, and compares the new figures with the forecast that the user saw. */
  const renew = (rehearsed: Rehearsal | undefined) => {
    if (rehearsed !== undefined) setSeen({ rehearsal: rehearsed, data, audience })
    again()
  }
  useEffect(() => {
    if (latest === undefined || !isVisible) return
    const timer = setTimeout(() => renew(before ?? latest), Math.max(0, readAt + renewedAfterMs - Date.now()))
    return () => clearTimeout(timer)
  })
  return {
    rehearsal: shown ?? rehearsal,
    error,
    /** The rehearsal to show; undefined while the trigger data has changed since it was rehearsed. */
    shown,
    /** Whether the shown rehearsal is the newest. False while it is being renewed. */
    isLatest: latest !== undefined,
    /** Whether the rehearsal failed or ended without a result, so that there is nothing to show. */
    isStuck,
    /** How the figures have changed in words since the user saw them; null if they are the same. */
    change: before?.result && latest?.result ? forecastChange(before.result, latest.result) : null,
    again,
    renew,
  }
}

interface Seen {
  readonly rehearsal: Rehearsal
  readonly data: TriggerData | null | undefined
  readonly audience: RunAudience
}

/** Returns true if the rehearsal ended without a result. */
function isOver(status: string): boolean {
  return status !== 'running' && status !== 'done'
}
