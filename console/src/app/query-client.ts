import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../api/problem.ts'
import { showProblem } from '../components/problem/show-problem.tsx'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** It shows its own problems. */
      readonly shown?: boolean
      /** What came of it where it failed, in words. */
      readonly outcome?: string
    }
  }
}

/**
 * A form that shows its own problems says so with `meta: { shown: true }`; of all the others the
 * person is told in a corner of the screen, so that nothing fails in silence.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    // The service may be on this machine: what the browser makes of the network says nothing about it.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      // The API has decided; only what may pass by itself is asked again.
      retry: (failures, error) =>
        failures < 3 && !(error instanceof ApiProblem && error.problem.status < 500),
    },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      // What the person before has left behind is not for the one who is signed in now.
      const kept = queryClient.getMutationCache().getAll()
      if (kept.every(({ mutationId }) => mutationId !== mutation.mutationId)) return
      if (mutation.meta?.shown !== true) showProblem(error, mutation.meta?.outcome)
    },
  }),
})
