import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { tellOtherTabs } from '../account/other-tabs.ts'
import { become, sessionQuery } from '../account/session.ts'
import { answerOf, api } from '../client.ts'

/** Whether the session speaks for a test organization. */
export function useIsTestMode(): boolean {
  return useQuery(sessionQuery).data?.organization.testMode === true
}

/** Lets the session speak for the test organization, which the first time makes; `onEntered` then leads to a page. */
export function useEnterTestMode(onEntered: () => void) {
  return useSwitch('/api/v1/test-mode/enter', onEntered)
}

/** Lets the session speak for the real organization again. */
export function useLeaveTestMode(onLeft: () => void) {
  return useSwitch('/api/v1/test-mode/leave', onLeft)
}

function useSwitch(path: '/api/v1/test-mode/enter' | '/api/v1/test-mode/leave', onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => answerOf(api.POST(path)),
    // The page that asked for the switch is replaced by it, so callbacks of `mutate` would not be called.
    onSuccess: async ({ user, organization }) => {
      tellOtherTabs('signed-in')
      await become(client, { user, organization })
      onDone()
    },
  })
}

/** Empties the test organization and sets its clock to the real time. */
export function useResetTestMode() {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: (name: string) => answerOf(api.POST('/api/v1/test-clock/reset', { body: { name } })),
    onSuccess: () => client.invalidateQueries(),
  })
}
