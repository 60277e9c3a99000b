import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
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

export function useRequestAddressChange() {
  return useMutation({
    meta: { shown: true },
    mutationFn: (body: { email: string; password: string }) =>
      answerOf(api.POST('/api/v1/profile/email', { body })),
  })
}

export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string) =>
      answerOf(api.DELETE('/api/v1/sessions/{sessionId}', { params: { path: { sessionId } } })),
    onSettled: () => client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
  })
}

export function useEndOtherSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => answerOf(api.POST('/api/v1/sessions/end-others')),
    onSettled: () => client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
  })
}
