import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../api/account/session.ts'
import { ApiProblem, isProblem, Unreachable } from '../api/problem.ts'
import { serviceReach } from '../api/service-reach.ts'
import { showProblem } from '../components/problem/show-problem.tsx'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /**
       * Whether the component that runs the mutation shows the mutation's problems. If not, a notification
       * shows them.
       */
      readonly shown?: boolean
      /** The consequence of a failed mutation in words, shown as the title of the notification. */
      readonly outcome?: string
    }
  }
}

/**
 * The console's query client. It shows a failed mutation as a notification, so that nothing fails in silence.
 * A form that shows its own problems opts out with `meta: { shown: true }`.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Sends requests even if the browser is offline, because the service may run on this machine.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      // Retries a failed query up to three times, and as long as the service does not answer, but not after a
      // refusal of the API (a status below 500), which would not change.
      retry: (failures, error) =>
        (failures < 3 || serviceReach.isAway()) &&
        !(error instanceof ApiProblem && error.problem.status < 500),
      retryDelay: (failures, error) =>
        error instanceof Unreachable ? 1_000 : Math.min(1_000 * 2 ** failures, 30_000),
    },
  },
  queryCache: new QueryCache({ onError: lookAtSession }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      lookAtSession(error)
      // Ignores failures of mutations that were removed at a change of user; they belong to the previous
      // person.
      const mutations = queryClient.getMutationCache().getAll()
      if (mutations.every(({ mutationId }) => mutationId !== mutation.mutationId)) return
      if (mutation.meta?.shown !== true) showProblem(error, mutation.meta?.outcome)
    },
  }),
})

// Makes the query client known to browser extensions for TanStack Query, under the name that they read. Browser tests
// remove cached answers with it.
Object.assign(globalThis, { __TANSTACK_QUERY_CLIENT__: queryClient })

/**
 * Loads the session again after a refusal because the role of the user does not suffice, because the user must set up
 * two-factor sign-in, or because the organization is to be deleted. The session says so, and the console then shows
 * what the role permits, the set-up or the notice.
 */
function lookAtSession(error: unknown): void {
  if (['FORBIDDEN', 'SECOND_FACTOR_REQUIRED', 'ORGANIZATION_CLOSED'].some((code) => isProblem(error, code)))
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}
