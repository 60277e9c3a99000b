import { useNavigate } from '@tanstack/react-router'
import type { FailedGroup } from '../../../api/schema.ts'
import { type Search, useSearchParam } from '../../../components/search-param.ts'
import type { FailuresToFix } from './fix-progress.ts'

/** Returns true if these parameters of the page's URL name failed recipients that the user corrects. */
export function namesFailures(search: Search): boolean {
  return typeof search['fix'] === 'string'
}

/** Returns from the page's URL which failed recipients of a job the user corrects, and at which step. */
export function useFailuresToFix(): {
  failures: FailuresToFix | null
  step: number | null
  close: () => void
} {
  const [jobId] = useSearchParam('fix')
  const [code] = useSearchParam('reason')
  const [step] = useSearchParam('step')
  const navigate = useNavigate()
  const index = Number(step)
  return {
    // Passes the reason code from the URL to the API without a check, because the API refuses unknown codes.
    failures: jobId === undefined ? null : { jobId, code: (code ?? null) as FailedGroup['code'] },
    step: step !== undefined && Number.isInteger(index) && index >= 0 ? index : null,
    close: () => void navigate({ to: '.', search: { view: 'edit' }, replace: true, resetScroll: false }),
  }
}
