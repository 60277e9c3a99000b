import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { type TriggerData, useRehearsal } from '../../../api/spinner/rehearsals.ts'

/** Rehearses a run as soon as its trigger data is complete, and again after each change of the data. */
export function useForecast({
  spinnerId,
  key,
  recordIds,
  data,
  isOn,
}: {
  spinnerId: string
  /** The idempotency key of the run. A new key makes a new rehearsal. */
  key: string
  recordIds: readonly string[] | null
  /** The trigger data of the run; undefined while it is incomplete. */
  data: TriggerData | null | undefined
  isOn: boolean
}) {
  const [attempt, setAttempt] = useState(0)
  const [settled] = useDebouncedValue(data, 400)
  const { rehearsal, error } = useRehearsal(
    settled === undefined || !isOn
      ? null
      : { spinnerId, draft: false, recordIds, data: settled, attempt: `${key} ${attempt}` },
  )
  return {
    rehearsal,
    error,
    /** The rehearsal to show; undefined while the trigger data has changed since it was rehearsed. */
    shown: rehearsal?.result != null && settled === data ? rehearsal : undefined,
    /** Whether the rehearsal failed or ended without a result, so that there is nothing to show. */
    isStuck: error !== null || (rehearsal !== undefined && isOver(rehearsal.state)),
    again: () => setAttempt(attempt + 1),
  }
}

/** Returns true if the rehearsal ended without a result. */
function isOver(state: string): boolean {
  return state !== 'running' && state !== 'done'
}
