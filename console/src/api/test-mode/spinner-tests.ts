import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useMayLeavePage } from '../account/session.ts'
import { answerOf, api, atPath } from '../client.ts'
import { everyPage } from '../every-page.ts'
import type { StoredSpinner } from '../spinner/stored-spinner.ts'
import type { Body } from '../typed-calls.ts'
import { useIsTestMode } from './test-mode.ts'

/** The tested spinners of the test organization, the latest test first. */
const spinnerTestsQuery = queryOptions({
  queryKey: ['spinner-tests'],
  queryFn: () => everyPage((query) => answerOf(api.GET('/api/v1/test-clock/tests', { params: { query } }))),
})

/** Returns the tested spinners of the test organization; none outside test mode and before they are loaded. */
export function useSpinnerTests() {
  const enabled = useIsTestMode()
  return useQuery({ ...spinnerTestsQuery, enabled }).data ?? []
}

export type TestPeople = Body<'/api/v1/spinners/{spinnerId}/test', 'POST'>

/** Copies the stored draft of a spinner and a few people into the test organization, and starts a job there. */
export function testSpinner({ spinner: { id: spinnerId }, tag }: StoredSpinner, body: TestPeople) {
  const params = { path: { spinnerId }, header: { 'If-Match': tag } }
  return answerOf(api.POST('/api/v1/spinners/{spinnerId}/test', { params, body }))
}

/**
 * Saves unsaved changes of the page, and copies the draft of a tested spinner to the real spinner. The answer says
 * whether both were changed; it is null if the user stays on a page with unsaved changes.
 */
export function useCopySpinnerBack(spinnerId: string) {
  const mayLeavePage = useMayLeavePage()
  return useMutation({
    meta: { shown: true },
    mutationFn: async (overwrite: boolean) => {
      const options = { ...atPath({ spinnerId }), body: { overwrite } }
      return (await mayLeavePage())
        ? answerOf(api.POST('/api/v1/spinners/{spinnerId}/copy-from-test', options))
        : null
    },
  })
}
