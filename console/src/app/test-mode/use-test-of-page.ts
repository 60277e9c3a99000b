import { useRouterState } from '@tanstack/react-router'
import { useMay } from '../../api/account/session.ts'
import type { RunningSpinnerTest } from '../../api/schema.ts'
import { useSpinnerTests } from '../../api/test-mode/spinner-tests.ts'

/**
 * Returns the test of a spinner that the page shows: its timeline, its copied spinner, table or job. Returns
 * undefined on other pages, and for viewers, who have no changes to carry back.
 */
export function useTestOfPage(): RunningSpinnerTest | undefined {
  const url = useRouterState({ select: ({ location }) => location.href })
  const tests = useSpinnerTests()
  const mayEdit = useMay('editor')
  return mayEdit
    ? tests.find(({ spinnerId, dataTableId, jobId }) =>
        [spinnerId, dataTableId, jobId].some((id) => id !== null && url.includes(id)),
      )
    : undefined
}
