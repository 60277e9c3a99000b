import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from './client.ts'
import { isProblem } from './problem.ts'
import type { SignedIn } from './schema.ts'
import { sessionEnd } from './session-end.ts'

type Person = Pick<SignedIn, 'user' | 'organization'>

/** Who is signed in; null for nobody. */
export const sessionQuery = queryOptions<Person | null>({
  queryKey: ['session'],
  queryFn: async () => {
    try {
      return await answerOf(api.GET('/api/v1/auth/session'))
    } catch (error) {
      if (isProblem(error) && error.problem.status === 401) return null
      throw error
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Whether the demo's account is one click away. */
export const demoQuery = queryOptions({
  queryKey: ['demo'],
  queryFn: () => answerOf(api.GET('/api/v1/auth/demo')),
  staleTime: Number.POSITIVE_INFINITY,
})

export function useLogIn() {
  const signedIn = useSignedIn()
  return useMutation({
    meta: { shown: true },
    mutationFn: (body: { email: string; password: string }) =>
      answerOf(api.POST('/api/v1/auth/login', { body })),
    onSuccess: signedIn,
  })
}

export function useSignInToDemo() {
  const signedIn = useSignedIn()
  return useMutation({
    meta: { shown: true },
    mutationFn: () => answerOf(api.POST('/api/v1/auth/demo')),
    onSuccess: signedIn,
  })
}

export function useSignUp() {
  const signedIn = useSignedIn()
  return useMutation({
    meta: { shown: true },
    mutationFn: (body: { email: string; password: string; name: string; organizationName: string }) =>
      answerOf(api.POST('/api/v1/auth/sign-up', { body })),
    onSuccess: signedIn,
  })
}

/** What was on the screen stays for the same person, and for nobody else. */
function useSignedIn() {
  const client = useQueryClient()
  return ({ user, organization }: SignedIn) => {
    const before = client.getQueryData(sessionQuery.queryKey)
    if (before?.user.id !== user.id) client.clear()
    client.setQueryData(sessionQuery.queryKey, () => ({ user, organization }))
    sessionEnd.next()
    return client.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== 'session' })
  }
}

export function useLogOut() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => answerOf(api.POST('/api/v1/auth/logout')),
    onSettled: () => {
      client.clear()
      client.setQueryData(sessionQuery.queryKey, () => null)
    },
  })
}

export function useRequestPasswordReset() {
  return useMutation({
    meta: { shown: true },
    mutationFn: (email: string) => answerOf(api.POST('/api/v1/auth/password-reset', { body: { email } })),
  })
}

export function useConfirmPasswordReset() {
  return useMutation({
    meta: { shown: true },
    mutationFn: (body: { token: string; password: string }) =>
      answerOf(api.POST('/api/v1/auth/password-reset/confirm', { body })),
  })
}
