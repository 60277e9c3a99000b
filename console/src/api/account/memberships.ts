import { queryOptions, useMutation } from '@tanstack/react-query'
import { t } from '../../languages/text.ts'
import { answerOf, api } from '../client.ts'
import type { Answer, Body } from '../typed-calls.ts'
import { useChange } from '../use-change.ts'
import { profileQuery } from './profile.ts'
import { useMayLeavePage, useSignedIn, useSignedOut } from './session.ts'

/**
 * Switches this browser to another organization of the person, and then calls `onSwitched`. Does nothing if the user
 * stays on a page with unsaved changes.
 */
export function useSwitchOrganization(onSwitched: () => void) {
  const signedIn = useSignedIn()
  const mayLeavePage = useMayLeavePage()
  return useMutation({
    meta: { outcome: t('Switching failed: you are still in the same organization') },
    mutationFn: async (organizationId: string) =>
      (await mayLeavePage()) ? answerOf(api.POST('/api/v1/auth/switch', { body: { organizationId } })) : null,
    // Handles the success here and not in `mutate`, whose callbacks React Query skips after the page is replaced.
    onSuccess: async (person) => {
      if (person === null) return
      await signedIn(person)
      onSwitched()
    },
  })
}

/**
 * Lets the user leave the organization. If the person is in another one, this browser continues there, and
 * `onContinued` gets its name. Otherwise the browser is signed out.
 */
export function useLeaveOrganization(onContinued: (organization: string) => void) {
  const [signedIn, signedOut] = [useSignedIn(), useSignedOut()]
  return useMutation({
    meta: { shown: true },
    mutationFn: (email: string) => answerOf(api.POST('/api/v1/profile/leave', { body: { email } })),
    onSuccess: async (person) => {
      if (person === undefined) return signedOut()
      await signedIn(person)
      return onContinued(person.organization.name)
    },
  })
}

export type InvitationView = Answer<'/api/v1/auth/invitations/view', 'POST'>

/** The organization, address and role of the invitation in a link. */
export const invitationViewQuery = (invitation: string) =>
  queryOptions({
    queryKey: ['invitations', 'view', invitation],
    queryFn: () => answerOf(api.POST('/api/v1/auth/invitations/view', { body: { invitation } })),
    enabled: invitation !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** Makes the signed-in person a member of the organization that invited them. */
export function useAcceptInvitation() {
  return useMutation({
    meta: { shown: true },
    mutationFn: (invitation: string) =>
      answerOf(api.POST('/api/v1/auth/invitations/accept', { body: { invitation } })),
  })
}

export function useCreateOrganization() {
  return useChange(
    (body: Body<'/api/v1/organizations', 'POST'>) => answerOf(api.POST('/api/v1/organizations', { body })),
    { shown: true, reloads: [profileQuery.queryKey] },
  )
}
