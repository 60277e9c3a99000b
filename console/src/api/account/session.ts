import { notifications } from '@mantine/notifications'
import {
  type QueryClient,
  type QueryFilters,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import { isProblem } from '../problem.ts'
import type { paths, SignedIn } from '../schema.ts'
import { setTestTime } from '../test-mode/present-time.ts'
import { tellOtherTabs } from './other-tabs.ts'
import { sessionEnd } from './session-end.ts'

interface SignUpBody {
  readonly email: string
  readonly password: string
  readonly name: string
  readonly organizationName?: string
  readonly invitation?: string
}

type Person = Pick<SignedIn, 'user' | 'organization'>

/** Who is signed in; null when no session is open. */
export const sessionQuery = queryOptions<Person | null>({
  queryKey: ['session'],
  queryFn: async () => {
    try {
      return await answerOf(api.GET('/api/v1/auth/session'))
    } catch (error) {
      if (isSignedOut(error)) return null
      throw error
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
})

const roles = ['viewer', 'editor', 'admin', 'owner'] as const

/** Whether the person who is signed in has a role or more; what takes more is not offered. */
export function useMay(least: (typeof roles)[number]): boolean {
  const role = useQuery(sessionQuery).data?.user.role
  return role !== undefined && roles.indexOf(role) >= roles.indexOf(least)
}

/** Whether they own the organization. */
export function useIsOwner(): boolean {
  return useQuery(sessionQuery).data?.user.role === 'owner'
}

function isSignedOut(error: unknown): boolean {
  return isProblem(error) && error.problem.status === 401
}

/**
 * Makes this tab the console of a person in an organization. Cached answers stay if both are unchanged, and are
 * removed otherwise. The person is set first, so that the page of the person before is gone when its answers go.
 */
export async function become(client: QueryClient, person: Person | null): Promise<void> {
  const before = client.getQueryData(sessionQuery.queryKey)
  client.setQueryData(sessionQuery.queryKey, () => person)
  sessionEnd.next()
  const others: QueryFilters = { predicate: ({ queryKey: [first] }) => first !== 'session' }
  if (before?.user.id === person?.user.id && before?.organization.id === person?.organization.id)
    return client.invalidateQueries(others)
  setTestTime(null)
  // Not all, for the screen watches the session.
  client.removeQueries(others)
  client.getMutationCache().clear()
  notifications.clean()
  return undefined
}

/** By what people sign in beside the password. */
export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: () => answerOf(api.GET('/api/v1/auth/providers')),
  staleTime: Number.POSITIVE_INFINITY,
})

type BeginByProvider = paths['/api/v1/auth/oidc']['post']['requestBody']['content']['application/json']

/** Leads to the provider, and back into the organization whose link was opened, or into one's own. */
export function useBeginByProvider() {
  return useMutation({
    meta: { shown: true },
    mutationFn: (body: BeginByProvider) => answerOf(api.POST('/api/v1/auth/oidc', { body })),
    onSuccess: ({ url }) => window.location.assign(url),
  })
}

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

export function useOpenDemoLink() {
  const signedIn = useSignedIn()
  return useMutation({
    meta: { shown: true },
    mutationFn: (token: string) => answerOf(api.POST('/api/v1/auth/demo/link', { body: { token } })),
    onSuccess: signedIn,
  })
}

export function useSignUp() {
  const signedIn = useSignedIn()
  return useMutation({
    meta: { shown: true },
    mutationFn: (body: SignUpBody) => answerOf(api.POST('/api/v1/auth/sign-up', { body })),
    onSuccess: signedIn,
  })
}

function useSignedIn() {
  const client = useQueryClient()
  return ({ user, organization }: SignedIn) => {
    tellOtherTabs('signed-in')
    return become(client, { user, organization })
  }
}

export function useLogOut() {
  const client = useQueryClient()
  return useMutation({
    meta: { outcome: 'You are still signed in' },
    mutationFn: async () => {
      try {
        await answerOf(api.POST('/api/v1/auth/logout'))
      } catch (error) {
        if (!isSignedOut(error)) throw error
      }
    },
    onSuccess: () => {
      tellOtherTabs('signed-out')
      return become(client, null)
    },
  })
}

export function useChangePassword() {
  return useMutation({
    meta: { shown: true },
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      answerOf(api.POST('/api/v1/auth/password', { body })),
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
