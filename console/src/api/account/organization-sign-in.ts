import { queryOptions } from '@tanstack/react-query'
import { answerOf, api, atPath } from '../client.ts'
import type { Answer, Body } from '../typed-calls.ts'
import { useChange } from '../use-change.ts'

export type OrganizationSignIn = Answer<'/api/v1/organization/sign-in', 'GET'>
export type ProviderSettings = Body<'/api/v1/organization/sign-in', 'PUT'>
export type EmailDomain = OrganizationSignIn['domains'][number]

export const organizationSignInQuery = queryOptions({
  queryKey: ['organization-sign-in'],
  queryFn: () => answerOf(api.GET('/api/v1/organization/sign-in')),
})

const reloading = { shown: true, reloads: [organizationSignInQuery.queryKey] } as const

export function useAddDomain() {
  return useChange(
    (domain: string) => answerOf(api.POST('/api/v1/organization/domains', { body: { domain } })),
    reloading,
  )
}

export function useCheckDomain(domainId: string) {
  return useChange(
    () => answerOf(api.POST('/api/v1/organization/domains/{domainId}/check', atPath({ domainId }))),
    reloading,
  )
}

export function useRemoveDomain(domainId: string) {
  return useChange(
    () => answerOf(api.DELETE('/api/v1/organization/domains/{domainId}', atPath({ domainId }))),
    reloading,
  )
}

export function useSaveProvider() {
  return useChange(
    (body: ProviderSettings) => answerOf(api.PUT('/api/v1/organization/sign-in', { body })),
    reloading,
  )
}

export function useRemoveProvider() {
  return useChange(() => answerOf(api.DELETE('/api/v1/organization/sign-in')), {
    reloads: [organizationSignInQuery.queryKey],
  })
}
