import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import type { Member } from '../schema.ts'

export type Role = Member['role']

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: async () => (await answerOf(api.GET('/api/v1/members'))).items,
})

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: async () => (await answerOf(api.GET('/api/v1/invitations'))).items,
})

export function useChangeRole() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ userId, role }: { userId: string; role: Role }) =>
      answerOf(api.PATCH('/api/v1/members/{userId}', { params: { path: { userId } }, body: { role } })),
    onSettled: () => client.invalidateQueries({ queryKey: membersQuery.queryKey }),
  })
}

export function useRemoveMember() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (userId: string) =>
      answerOf(api.DELETE('/api/v1/members/{userId}', { params: { path: { userId } } })),
    onSettled: () => client.invalidateQueries({ queryKey: membersQuery.queryKey }),
  })
}

export function useResetSecondFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (userId: string) =>
      answerOf(api.DELETE('/api/v1/members/{userId}/second-factor', { params: { path: { userId } } })),
    onSettled: () => client.invalidateQueries({ queryKey: membersQuery.queryKey }),
  })
}

export function useInvite() {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: (body: { email: string; role: Role }) => answerOf(api.POST('/api/v1/invitations', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  })
}

export function useResendInvitation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (invitationId: string) =>
      answerOf(api.POST('/api/v1/invitations/{invitationId}/resend', { params: { path: { invitationId } } })),
    onSettled: () => client.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  })
}

export function useWithdrawInvitation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (invitationId: string) =>
      answerOf(api.DELETE('/api/v1/invitations/{invitationId}', { params: { path: { invitationId } } })),
    onSettled: () => client.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  })
}
