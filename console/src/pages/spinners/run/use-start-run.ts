import { isProblem } from '../../../api/problem.ts'
import { type RunRequest, useRunSpinner } from '../../../api/spinner/spinners.ts'
import { useSendOnce } from '../../../api/use-send-once.ts'

/**
 * Error codes with which the API refuses to start a job because its rehearsal has expired, or because the
 * job would differ from the rehearsal.
 */
const refusals = new Set(['AUDIENCE_CHANGED', 'VERSION_CHANGED', 'REHEARSAL_EXPIRED'])

/**
 * Returns the action that starts a job of a spinner. After a lost response it sends the same request with the
 * same idempotency key, so the second attempt does not make a second job. The API refuses the key with another
 * body.
 */
export function useStartRun(
  spinnerId: string,
  onStarted: (jobId: string) => void,
  onBusy: (busy: boolean) => void,
) {
  const run = useRunSpinner(({ jobId }) => onStarted(jobId))
  const { key, renewKey, lost, send } = useSendOnce(run)
  /** Starts the job. Calls `onRefused` if the API refuses it because of its rehearsal; nothing was started. */
  const start = (body: RunRequest, onRefused: () => void) => {
    onBusy(true)
    send(
      { spinnerId, key, body },
      {
        onError: (error) => {
          if (!isProblem(error) || !refusals.has(error.problem.code)) return
          run.reset()
          renewKey()
          onRefused()
        },
        onSettled: () => onBusy(false),
      },
    )
  }
  return {
    start,
    isPending: run.isPending,
    error: run.error,
    /** Whether the answer to the request that starts the job was lost, so that the job may have started. */
    isLost: lost !== null,
  }
}
