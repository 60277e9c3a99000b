import { notifications } from '@mantine/notifications'
import {
  type QueryClient,
  type QueryFilters,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Language } from '../../languages/language.ts'
import { t } from '../../languages/text.ts'
import { answerOf, api } from '../client.ts'
import { isProblem } from '../problem.ts'
import type { SignedIn } from '../schema.ts'
import { setTestTime } from '../test-mode/present-time.ts'
import type { Body } from '../typed-calls.ts'
import { tellOtherTabs } from './other-tabs.ts'
import { type Role, roles } from './role.ts'
import { askPasskey, type RequestOptions } from './second-factor/ask-passkey.ts'
import { proofBody } from './second-factor/proof.ts'
import { sessionEnd } from './session-end.ts'

interface SignUpBody {
  readonly email: string
  readonly password: string
  readonly name: string
  readonly organizationName?: string
  readonly timeZone?: string
  readonly language?: Language
  readonly invitation?: string
}

/** The signed-in user with the organization of the session. */
export type Person = Pick<SignedIn, 'user' | 'organization' | 'mustSetUpSecondFactor'>

/** The signed-in user and their organization; null when no session is open. */
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

/**
 * Returns a function that returns true if the signed-in user has at least a role. While the organization is to be
 * deleted, everybody has the rights of a viewer.
 */
export function useRights(): (least: Role) => boolean {
  const person = useQuery(sessionQuery).data
  if (person == null) return () => false
  const role = person.organization.deletion === null ? person.user.role : 'viewer'
  return (least) => roles.indexOf(role) >= roles.indexOf(least)
}

/**
 * Returns true if the signed-in user has at least the role `least`. The console hides what needs a higher
 * role.
 */
export function useMay(least: Role): boolean {
  return useRights()(least)
}

/**
 * Returns the reason why nobody can change anything in the organization at present; null if members can, each by
 * their role.
 */
export function useReasonToRead(): string | null {
  const isToBeDeleted = (useQuery(sessionQuery).data?.organization.deletion ?? null) !== null
  return isToBeDeleted
    ? t('The organization is to be deleted, so all members have the rights of a viewer.')
    : null
}

/** Returns true if the signed-in user is an owner of the organization. */
export function useIsOwner(): boolean {
  return useMay('owner')
}

function isSignedOut(error: unknown): boolean {
  return isProblem(error) && error.problem.status === 401
}

/**
 * Makes this tab the console of a person in an organization. Cached answers are reloaded if both are
 * unchanged, and removed otherwise. The person is set first, so that the previous person's page is gone
 * before its answers are removed.
 */
export async function setSignedInPerson(client: QueryClient, person: Person | null): Promise<void> {
  const before = client.getQueryData(sessionQuery.queryKey)
  client.setQueryData(sessionQuery.queryKey, () => person)
  sessionEnd.next()
  const others: QueryFilters = { predicate: ({ queryKey: [first] }) => first !== 'session' }
  if (before?.user.id === person?.user.id && before?.organization.id === person?.organization.id)
    return client.invalidateQueries(others)
  setTestTime(null)
  // Removes all cached answers except the session's own query, because the screen observes that query.
  client.removeQueries(others)
  client.getMutationCache().clear()
  notifications.clean()
  return undefined
}

/**
 * Returns a function that asks the guards of the page whether the user may leave the page, as a link to the home page
 * does. Needed before an action that replaces the page without a navigation, such as a switch to another organization;
 * otherwise unsaved changes and running uploads of the page are lost.
 */
export function useMayLeavePage(): () => Promise<boolean> {
  const { history } = useRouter()
  return async () => {
    const home = { ...history.location, href: '/', pathname: '/', search: '', hash: '' }
    const leaving = { currentLocation: history.location, nextLocation: home, action: 'PUSH' } as const
    // Asks the guards itself, because the promise of a navigation that a guard refuses never settles.
    // oxlint-disable-next-line no-underscore-dangle
    for (const { blockerFn } of history._getBlockers()) if (await blockerFn(leaving)) return false
    return true
  }
}

/** Returns the part of an answer that the console keeps about the signed-in person. */
export function personOf({ user, organization, mustSetUpSecondFactor }: Person): Person {
  return mustSetUpSecondFactor === true
    ? { user, organization, mustSetUpSecondFactor }
    : { user, organization }
}

/** Sign-in providers that people can use instead of a password. */
export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: () => answerOf(api.GET('/api/v1/auth/providers')),
  staleTime: Number.POSITIVE_INFINITY,
})

type BeginByProvider = Body<'/api/v1/auth/oidc/begin', 'POST'>

/**
 * Sends the browser to the sign-in provider. The user returns to the organization that invited them, or to a
 * new organization of their own.
 */
export function useBeginByProvider() {
  return useMutation({
    meta: { shown: true },
    mutationFn: (body: BeginByProvider) => answerOf(api.POST('/api/v1/auth/oidc/begin', { body })),
    onSuccess: ({ url }) => window.location.assign(url),
  })
}

/** Whether the demo account can be opened with one click. */
export const demoQuery = queryOptions({
  queryKey: ['demo'],
  queryFn: () => answerOf(api.GET('/api/v1/auth/demo')),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Signs in with a password. If the answer has a `secondFactor`, a code must follow with `useFinishSignIn`. */
export function useSignInWithPassword() {
  const signedIn = useSignedIn()
  return useMutation({
    meta: { shown: true },
    mutationFn: (body: { email: string; password: string }) =>
      answerOf(api.POST('/api/v1/auth/sign-in', { body })),
    onSuccess: (answer) => ('secondFactor' in answer ? undefined : signedIn(answer)),
  })
}

type FinishBody = Body<'/api/v1/auth/sign-in/second-factor', 'POST'>

/** Finishes a sign-in with a code or, with `options`, by a passkey. */
export function useFinishSignIn() {
  const signedIn = useSignedIn()
  return useMutation({
    meta: { shown: true },
    mutationFn: async ({ options, ...sent }: FinishBody & { readonly options?: RequestOptions }) => {
      const body = options === undefined ? sent : { ...sent, passkey: await askPasskey(options) }
      return answerOf(api.POST('/api/v1/auth/sign-in/second-factor', { body }))
    },
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

/** Returns a function that makes this tab the console of a person who has just signed in. */
export function useSignedIn() {
  const client = useQueryClient()
  return (person: SignedIn) => {
    tellOtherTabs('signed-in')
    return setSignedInPerson(client, personOf(person))
  }
}

/** Returns a function that shows in all tabs of the browser that nobody is signed in. */
export function useSignedOut() {
  const client = useQueryClient()
  return () => {
    tellOtherTabs('signed-out')
    return setSignedInPerson(client, null)
  }
}

/** Signs the user out, unless the user stays on a page with unsaved changes. */
export function useSignOut() {
  const signedOut = useSignedOut()
  const mayLeavePage = useMayLeavePage()
  return useMutation({
    meta: { outcome: t('Signing out failed: you are still signed in') },
    mutationFn: async () => {
      if (!(await mayLeavePage())) return false
      try {
        await answerOf(api.POST('/api/v1/auth/sign-out'))
      } catch (error) {
        if (!isSignedOut(error)) throw error
      }
      return true
    },
    onSuccess: (isDone) => (isDone ? signedOut() : undefined),
  })
}

interface PasswordChange {
  readonly currentPassword: string
  readonly newPassword: string
  /** Whether two-factor sign-in is on, so that the change needs a code or a passkey. */
  readonly needsCode: boolean
  readonly code: string
}

export function useChangePassword() {
  return useMutation({
    meta: { shown: true },
    mutationFn: async ({ currentPassword, newPassword, needsCode, code }: PasswordChange) => {
      const proof = needsCode ? await proofBody(code) : {}
      return answerOf(api.POST('/api/v1/auth/password', { body: { currentPassword, newPassword, ...proof } }))
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
