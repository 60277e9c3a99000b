import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import { everyPage } from '../every-page.ts'
import type { ApiKey } from '../schema.ts'

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: () => everyPage((query) => answerOf(api.GET('/api/v1/api-keys', { params: { query } }))),
})

export const apiKeyQuery = (apiKeyId: string) =>
  queryOptions({
    queryKey: ['api-keys', apiKeyId],
    queryFn: () => answerOf(api.GET('/api/v1/api-keys/{apiKeyId}', { params: { path: { apiKeyId } } })),
  })

export const keyRefusalsQuery = (apiKeyId: string) =>
  queryOptions({
    queryKey: ['api-keys', apiKeyId, 'refusals'],
    queryFn: async () => {
      const path = { apiKeyId }
      const page = await answerOf(api.GET('/api/v1/api-keys/{apiKeyId}/refusals', { params: { path } }))
      return page.items
    },
  })

interface KeyToCreate {
  readonly name: string
  readonly scopes: ApiKey['scopes']
  readonly expiresAt: string | null
  readonly requestsPerSecond: number | null
  readonly projectIds: string[] | null
  readonly allowedNetworks: string[] | null
}

export function useCreateApiKey() {
  const changed = useKeysChanged()
  return useMutation({
    meta: { shown: true },
    mutationFn: (body: KeyToCreate) => answerOf(api.POST('/api/v1/api-keys', { body })),
    onSuccess: changed,
  })
}

export function useRotateApiKey() {
  const changed = useKeysChanged()
  return useMutation({
    meta: { shown: true },
    mutationFn: ({ apiKeyId, graceSeconds }: { apiKeyId: string; graceSeconds: number }) =>
      answerOf(
        api.POST('/api/v1/api-keys/{apiKeyId}/rotate', {
          params: { path: { apiKeyId } },
          body: { graceSeconds },
        }),
      ),
    onSuccess: changed,
  })
}

export function useRevokeApiKey() {
  const changed = useKeysChanged()
  return useMutation({
    mutationFn: (apiKeyId: string) =>
      answerOf(api.DELETE('/api/v1/api-keys/{apiKeyId}', { params: { path: { apiKeyId } } })),
    onSuccess: changed,
  })
}

function useKeysChanged() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: apiKeysQuery.queryKey })
}
