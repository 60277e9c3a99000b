import { queryOptions } from '@tanstack/react-query'
import { answerOf, api, atPath } from './client.ts'
import type { paths } from './schema.ts'
import { useChange } from './use-change.ts'

type OfSignIn = paths['/api/v1/organization/sign-in']
export type OrganizationSignIn = OfSignIn['get']['responses'][200]['content']['application/json']
export type ProviderSettings = OfSignIn['put']['requestBody']['content']['application/json']
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
