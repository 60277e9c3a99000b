import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from './client.ts'
import type { paths } from './schema.ts'

type OfSignIn = paths['/api/v1/organization/sign-in']
export type OrganizationSignIn = OfSignIn['get']['responses'][200]['content']['application/json']
export type ProviderSettings = OfSignIn['put']['requestBody']['content']['application/json']
export type EmailDomain = OrganizationSignIn['domains'][number]

export const organizationSignInQuery = queryOptions({
  queryKey: ['organization-sign-in'],
  queryFn: () => answerOf(api.GET('/api/v1/organization/sign-in')),
})

function useReload(): { readonly onSuccess: () => Promise<void> } {
  const client = useQueryClient()
  const { queryKey } = organizationSignInQuery
  return { onSuccess: () => client.invalidateQueries({ queryKey }) }
}

export function useAddDomain() {
  return useMutation({
    meta: { shown: true },
    mutationFn: (domain: string) => answerOf(api.POST('/api/v1/organization/domains', { body: { domain } })),
    ...useReload(),
  })
}

export function useCheckDomain(domainId: string) {
  return useMutation({
    meta: { shown: true },
    mutationFn: () =>
      answerOf(api.POST('/api/v1/organization/domains/{domainId}/check', { params: { path: { domainId } } })),
    ...useReload(),
  })
}

export function useRemoveDomain(domainId: string) {
  return useMutation({
    meta: { shown: true },
    mutationFn: () =>
      answerOf(api.DELETE('/api/v1/organization/domains/{domainId}', { params: { path: { domainId } } })),
    ...useReload(),
  })
}

export function useSaveProvider() {
  return useMutation({
    meta: { shown: true },
    mutationFn: (body: ProviderSettings) => answerOf(api.PUT('/api/v1/organization/sign-in', { body })),
    ...useReload(),
  })
}

export function useRemoveProvider() {
  return useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/v1/organization/sign-in')),
    ...useReload(),
  })
}
