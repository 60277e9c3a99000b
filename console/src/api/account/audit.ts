import { infiniteQueryOptions } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import { byCursor, fromCursor } from '../every-page.ts'

export interface AuditFilter {
  readonly actor?: string
  readonly action?: string
  readonly subject?: string
  readonly since?: string
  readonly until?: string
}

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/api/v1/audit', {
          params: { query: { limit: 50, ...filter, ...fromCursor(pageParam) } },
        }),
      ),
    ...byCursor,
  })
