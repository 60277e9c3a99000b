import { queryOptions } from '@tanstack/react-query'
import { answerOf, api, atPath } from '../client.ts'
import { everyPage } from '../every-page.ts'
import type { Member } from '../schema.ts'
import { useChange } from '../use-change.ts'
import { sessionQuery } from './session.ts'

export type Role = Member['role']

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: () => everyPage((query) => answerOf(api.GET('/api/v1/members', { params: { query } }))),
})

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: () => everyPage((query) => answerOf(api.GET('/api/v1/invitations', { params: { query } }))),
})

export function useChangeRole() {
  return useChange(
    ({ userId, role }: { userId: string; role: Role }) =>
      answerOf(api.PATCH('/api/v1/members/{userId}', { ...atPath({ userId }), body: { role } })),
    // Reads the session too, because the user may have changed their own role.
    { reloads: [membersQuery.queryKey, sessionQuery.queryKey] },
  )
}

export function useRemoveMember() {
  return useChange((userId: string) => answerOf(api.DELETE('/api/v1/members/{userId}', atPath({ userId }))), {
    reloads: [membersQuery.queryKey],
  })
}

export function useResetSecondFactor() {
  return useChange(
    (userId: string) => answerOf(api.DELETE('/api/v1/members/{userId}/second-factor', atPath({ userId }))),
    { reloads: [membersQuery.queryKey] },
  )
}

export function useInvite() {
  return useChange(
    (body: { email: string; role: Role }) => answerOf(api.POST('/api/v1/invitations', { body })),
    { shown: true, reloads: [invitationsQuery.queryKey] },
  )
}

export function useResendInvitation() {
  return useChange(
    (invitationId: string) =>
      answerOf(api.POST('/api/v1/invitations/{invitationId}/resend', atPath({ invitationId }))),
    { reloads: [invitationsQuery.queryKey] },
  )
}

export function useWithdrawInvitation() {
  return useChange(
    (invitationId: string) =>
      answerOf(api.DELETE('/api/v1/invitations/{invitationId}', atPath({ invitationId }))),
    { reloads: [invitationsQuery.queryKey] },
  )
}
