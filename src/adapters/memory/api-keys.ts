import type { CallerAccess } from '../../domain/account/api-keys/caller-access.ts'
import type { ApiKeyQueries } from '../../ports/account/api-keys.ts'
import { partOf } from './part-of.ts'
import type { MemoryStore } from './store.ts'

/** Returns the port by which requests look up the holders of credentials. */
export function apiKeyQueriesIn(store: MemoryStore): ApiKeyQueries {
  const rateOf = (organizationId: string) => store.planOf(organizationId).limits.requestsPerSecond
  return partOf<ApiKeyQueries>({
    keyHolder: async (digest) => {
      const holder = store.holderOf(digest)
      if (holder === null) return null
      const rates = { credential: holder.requestsPerSecond, organization: rateOf(holder.organizationId) }
      return { ...holder, rates }
    },
    tokenHolder: async (digest, now): Promise<CallerAccess | null> => {
      const table = store.tableByToken(digest, now)
      if (table === undefined) return null
      const { organizationId } = table
      const rates = { credential: null, organization: rateOf(organizationId) }
      return { organizationId, scopes: ['ingest'], rates }
    },
  })
}
