import { useState } from 'react'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { isProblem } from '../../../api/problem.ts'
import { type RunRequest, useRunSpinner } from '../../../api/spinner/spinners.ts'

/**
 * Error codes with which the API refuses to start a job because it would differ from the rehearsal that was
 * shown.
 */
const changes = new Set(['AUDIENCE_CHANGED', 'VERSION_CHANGED', 'REHEARSAL_EXPIRED'])

/**
 * Returns the action that starts a job of a spinner. A second attempt sends the same idempotency key, so a
 * lost response does not make a second job.
 */
export function useStartRun(
  spinnerId: string,
  onStarted: (jobId: string) => void,
  onBusy: (busy: boolean) => void,
) {
  const [key, setKey] = useState(newIdempotencyKey)
  const [changed, setChanged] = useState<string | null>(null)
  const run = useRunSpinner(({ jobId }) => onStarted(jobId))
  const start = (body: RunRequest) => {
    onBusy(true)
    run.mutate(
      { spinnerId, key, body },
      {
        onError: (error) => {
          if (!isProblem(error) || !changes.has(error.problem.code)) return
          setChanged(error.problem.message)
          run.reset()
          setKey(newIdempotencyKey())
        },
        onSettled: () => onBusy(false),
      },
    )
  }
  return {
    key,
    start,
    isPending: run.isPending,
    error: run.error,
    /** Whether the answer to the request that starts the job was lost, so that the job may have started. */
    isLost: run.error !== null && !isProblem(run.error),
    /**
     * The API's message on how the job would now differ from its rehearsal; null if the API has not refused
     * it for that reason.
     */
    changed,
    forgetChange: () => setChanged(null),
  }
}
