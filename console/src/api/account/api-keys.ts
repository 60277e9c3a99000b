import { queryOptions } from '@tanstack/react-query'
import { answerOf, api, atPath } from '../client.ts'
import { everyPage } from '../every-page.ts'
import type { ApiKey } from '../schema.ts'
import { useChange } from '../use-change.ts'

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: () => everyPage((query) => answerOf(api.GET('/api/v1/api-keys', { params: { query } }))),
})

export const apiKeyQuery = (apiKeyId: string) =>
  queryOptions({
    queryKey: ['api-keys', apiKeyId],
    queryFn: () => answerOf(api.GET('/api/v1/api-keys/{apiKeyId}', atPath({ apiKeyId }))),
  })

export const keyRefusalsQuery = (apiKeyId: string) =>
  queryOptions({
    queryKey: ['api-keys', apiKeyId, 'refusals'],
    queryFn: async () => {
      const path = { apiKeyId }
      const page = await answerOf(api.GET('/api/v1/api-keys/{apiKeyId}/refusals', atPath(path)))
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
  return useChange((body: KeyToCreate) => answerOf(api.POST('/api/v1/api-keys', { body })), {
    shown: true,
    reloads: [apiKeysQuery.queryKey],
  })
}

export function useRotateApiKey() {
  return useChange(
    ({ apiKeyId, graceSeconds }: { apiKeyId: string; graceSeconds: number }) =>
      answerOf(
        api.POST('/api/v1/api-keys/{apiKeyId}/rotate', {
          ...atPath({ apiKeyId }),
          body: { graceSeconds },
        }),
      ),
    { shown: true, reloads: [apiKeysQuery.queryKey] },
  )
}

export function useRevokeApiKey() {
  return useChange(
    (apiKeyId: string) => answerOf(api.DELETE('/api/v1/api-keys/{apiKeyId}', atPath({ apiKeyId }))),
    { reloads: [apiKeysQuery.queryKey] },
  )
}
