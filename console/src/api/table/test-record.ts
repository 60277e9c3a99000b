import { usageQuery } from '../account/organization.ts'
import { refusal, unreachable } from '../client.ts'
import type { Cells } from '../schema.ts'
import { useChange } from '../use-change.ts'
import { dataTablesQuery } from './data-tables.ts'

/**
 * Posts a test record as every source does: to the webhook URL and without the session. Uses the URL's path
 * on this origin, because the page's policy allows no other origin.
 */
export function useSendTestRecord() {
  return useChange(
    async ({ webhookUrl, record }: { webhookUrl: string; record: Cells }) => {
      const response = await fetch(new URL(webhookUrl).pathname, {
        method: 'POST',
        credentials: 'omit',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ records: [record] }),
      }).catch((cause: unknown) => {
        throw unreachable(cause)
      })
      const body: unknown = await response.json().catch(() => null)
      if (!response.ok) throw refusal({ body, session: null })
      return { status: response.status, body, record }
    },
    { shown: true, reloads: [dataTablesQuery.queryKey, usageQuery.queryKey] },
  )
}
