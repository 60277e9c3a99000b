import { useDidUpdate } from '@mantine/hooks'
import { useState } from 'react'
import type { RunRequest } from '../../../api/spinner/spinners.ts'
import type { useForecast } from './use-forecast.ts'
import type { useStartRun } from './use-start-run.ts'

/**
 * Returns the action that starts a job as its shown forecast says. If the API refuses the forecast, rehearses
 * the run once more, and starts the job if the figures are the same.
 */
export function useRunAsShown(
  run: Pick<ReturnType<typeof useStartRun>, 'start'>,
  { shown, isLatest, isStuck, change, renew }: ReturnType<typeof useForecast>,
  body: RunRequest,
) {
  const [isChecking, setChecking] = useState(false)
  const start = (isRepeat: boolean) =>
    run.start({ ...body, ...(shown === undefined ? {} : { rehearsal: shown.id }) }, () => {
      setChecking(!isRepeat)
      renew(shown)
    })
  useDidUpdate(() => {
    if (!isChecking || !(isLatest || isStuck)) return
    setChecking(false)
    if (isLatest && change === null) start(true)
  }, [isChecking, isLatest, isStuck])
  return {
    start: () => start(false),
    /** Whether the user has clicked "Run", and the job starts if a new forecast has the same figures. */
    isChecking,
  }
}
