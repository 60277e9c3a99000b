import { infiniteQueryOptions } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import { byCursor, fromCursor } from '../every-page.ts'
import type { Recipient } from '../schema.ts'
import { isTriggerColumn } from '../spinner/trigger-columns.ts'

/** The reason of recipients that failed because a cell of their record is empty. */
export const emptyCellReason = 'MISSING_CELL'

/** Returns the column of a record that was empty when its recipient failed; null for data of the trigger. */
export function emptyColumnOf({ reason }: Pick<Recipient, 'reason'>): string | null {
  const column = reason?.evidence?.['column']
  return typeof column === 'string' && !isTriggerColumn(column) ? column : null
}

/** The number of records on a page, which is the number that one request reads by id. */
const pageSize = 200

/**
 * Loads the records of a job's recipients that failed because a cell is empty, with the columns of these cells
 * by record id. Leaves out deleted records.
 */
export const recordsToFillQuery = (dataTableId: string, jobId: string) =>
  infiniteQueryOptions({
    // Begins like the keys of searches, so that edited records are changed in this list, too.
    queryKey: ['record-search', dataTableId, 'to fill', jobId],
    queryFn: async ({ pageParam, signal }) => {
      const recipients = await answerOf(
        api.GET('/api/v1/jobs/{jobId}/recipients', {
          signal,
          params: {
            path: { jobId },
            query: {
              status: 'failed',
              reason: emptyCellReason,
              limit: pageSize,
              ...fromCursor(pageParam),
            },
          },
        }),
      )
      const columns = new Map(
        recipients.items.flatMap((recipient) => {
          const column = emptyColumnOf(recipient)
          return column === null ? [] : [[recipient.recordId, column] as const]
        }),
      )
      if (columns.size === 0) return { items: [], columns, nextCursor: recipients.nextCursor }
      const { items } = await answerOf(
        api.GET('/api/v1/data-tables/{dataTableId}/records', {
          signal,
          params: { path: { dataTableId }, query: { ids: [...columns.keys()].join(',') } },
        }),
      )
      return { items, columns, nextCursor: recipients.nextCursor }
    },
    ...byCursor,
    gcTime: 60_000,
  })
