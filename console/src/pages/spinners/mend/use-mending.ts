import { useNavigate } from '@tanstack/react-router'
import type { FailedGroup } from '../../../api/schema.ts'
import { useSearchParam } from '../../../components/search-param.ts'
import type { Mending } from './stand.ts'

/** What the address of the editor says is to be mended, and at which step. */
export function useMending(): { mending: Mending | null; step: number | null; close: () => void } {
  const [jobId] = useSearchParam('mend')
  const [code] = useSearchParam('reason')
  const [step] = useSearchParam('step')
  const navigate = useNavigate()
  const index = Number(step)
  return {
    // The API refuses a code that it does not know.
    mending: jobId === undefined ? null : { jobId, code: (code ?? null) as FailedGroup['code'] },
    step: step !== undefined && Number.isInteger(index) && index >= 0 ? index : null,
    close: () => void navigate({ to: '.', search: { view: 'edit' }, replace: true, resetScroll: false }),
  }
}
