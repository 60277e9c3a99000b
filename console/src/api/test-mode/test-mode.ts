import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { tellOtherTabs } from '../account/other-tabs.ts'
import { personOf, sessionQuery, setSignedInPerson, useMayLeavePage } from '../account/session.ts'
import { answerOf, api } from '../client.ts'

/** Returns true if the user works in the test organization (test mode). */
export function useIsTestMode(): boolean {
  return useQuery(sessionQuery).data?.organization.isTestMode === true
}

/** Switches the session to the test organization, which the first switch creates, and then calls `onEntered`. */
export function useEnterTestMode(onEntered: () => void) {
  return useSwitch('/api/v1/test-mode/enter', onEntered)
}

/** Switches the session back to the real organization. */
export function useLeaveTestMode(onLeft: () => void) {
  return useSwitch('/api/v1/test-mode/leave', onLeft)
}

/**
 * Switches the session, and then calls `onDone`. Does nothing if the user stays on a page with unsaved changes.
 */
function useSwitch(path: '/api/v1/test-mode/enter' | '/api/v1/test-mode/leave', onDone: () => void) {
  const client = useQueryClient()
  const mayLeavePage = useMayLeavePage()
  return useMutation({
    mutationFn: async () => ((await mayLeavePage()) ? answerOf(api.POST(path)) : null),
    // Handles success of the switch here and not in `mutate`, whose callbacks React Query skips after the
    // page is replaced.
    onSuccess: async (person) => {
      if (person === null) return
      tellOtherTabs('signed-in')
      await setSignedInPerson(client, personOf(person))
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
