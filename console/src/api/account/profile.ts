import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api, atPath } from '../client.ts'
import { useChange } from '../use-change.ts'
import { proofBody } from './second-factor/proof.ts'
import { sessionQuery } from './session.ts'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: () => answerOf(api.GET('/api/v1/profile')),
})

export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async () => (await answerOf(api.GET('/api/v1/sessions'))).items,
})

export function useChangeProfile() {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: (body: { name: string }) => answerOf(api.PATCH('/api/v1/profile', { body })),
    onSuccess: (profile) => {
      client.setQueryData(profileQuery.queryKey, () => profile)
      client.setQueryData(sessionQuery.queryKey, (person) =>
        person == null ? person : { ...person, user: { ...person.user, name: profile.name } },
      )
    },
  })
}

interface AddressChange {
  readonly email: string
  readonly password: string
  /** Whether two-factor sign-in is on, so that the change needs a code or a passkey. */
  readonly needsCode: boolean
  readonly code: string
}

export function useRequestAddressChange() {
  return useMutation({
    meta: { shown: true },
    mutationFn: async ({ email, password, needsCode, code }: AddressChange) => {
      const body = { email, password, ...(needsCode ? await proofBody(code) : {}) }
      return answerOf(api.POST('/api/v1/profile/email', { body }))
    },
  })
}

export function useEndSession() {
  return useChange(
    (sessionId: string) => answerOf(api.DELETE('/api/v1/sessions/{sessionId}', atPath({ sessionId }))),
    { reloads: [ownSessionsQuery.queryKey] },
  )
}

export function useEndOtherSessions() {
  return useChange(() => answerOf(api.POST('/api/v1/sessions/end-others')), {
    reloads: [ownSessionsQuery.queryKey],
  })
}
