import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api, atPath } from '../client.ts'
import type { Cells, TableRecord } from '../schema.ts'
import { useChange } from '../use-change.ts'
import { useAmend } from './amend-records.ts'
import { dataTableQuery } from './data-tables.ts'

/** New values for cells of a record, and the values that they must still have, if any. */
export interface CellsChange {
  readonly recordId: string
  readonly data: Cells
  readonly expected?: Cells
}

export interface ChangedCells {
  /** The changed records with the former values of their changed cells. */
  readonly changed: readonly { readonly recordId: string; readonly before: Cells; readonly after: Cells }[]
  /** The number of records that had the values already. */
  readonly unchanged: number
  /** The number of records that would have got the match key of another record. */
  readonly matched: number
  /** The number of records that are not in the table. */
  readonly missing: number
  /** The error that ended the change before all records were changed; null if none did. */
  readonly fault: unknown
}

/**
 * Returns a function that changes cells of any number of records in several requests, one after the other. It
 * calls `onDone` with the number of records that are done, and stops after an error or if the signal is aborted.
 * A row keeps its position until the list is reloaded; otherwise it would move while the user edits it.
 */
export function useChangeRecords(dataTableId: string) {
  const amend = useAmend(dataTableId)
  return async (
    changes: readonly CellsChange[],
    { onDone, signal }: { onDone?: (count: number) => void; signal?: AbortSignal } = {},
  ): Promise<ChangedCells> => {
    const changed: ChangedCells['changed'][number][] = []
    let unchanged = 0
    let matched = 0
    let missing = 0
    for (let from = 0; from < changes.length; from += maxAtOnce) {
      if (signal?.aborted === true) break
      const part = changes.slice(from, from + maxAtOnce)
      try {
        const { records } = await answerOf(
          api.POST('/api/v1/data-tables/{dataTableId}/records/change', {
            ...atPath({ dataTableId }),
            body: { records: part.map(({ recordId, ...change }) => ({ id: recordId, ...change })) },
          }),
        )
        const after = new Map<string, Cells>()
        for (const [index, { id, status, before = {} }] of records.entries()) {
          if (status === 'matched') matched++
          if (status === 'missing') missing++
          const data = part[index]?.data ?? {}
          // The list may show an older value than the service had.
          if (status === 'unchanged') {
            unchanged++
            after.set(id, data)
          }
          if (status !== 'changed') continue
          const cells = Object.fromEntries(Object.keys(before).map((name) => [name, data[name] ?? null]))
          after.set(id, cells)
          changed.push({ recordId: id, before, after: cells })
        }
        amend((items) => items.map((tableRecord) => withCells(tableRecord, after.get(tableRecord.id))))
      } catch (fault) {
        return { changed, unchanged, matched, missing, fault }
      }
      onDone?.(from + part.length)
    }
    return { changed, unchanged, matched, missing, fault: null }
  }
}

function withCells(record: TableRecord, cells: Cells | undefined): TableRecord {
  if (cells === undefined) return record
  const { mismatches, ...rest } = record
  const remaining = mismatches?.filter((column) => !Object.hasOwn(cells, column)) ?? []
  return {
    ...rest,
    data: { ...record.data, ...cells },
    ...(remaining.length > 0 ? { mismatches: remaining } : {}),
  }
}

/** Adds a record. Requests with the same idempotency key and cells add only one record. */
export function useAddRecord(dataTableId: string) {
  return useChange(
    ({ key, data }: { readonly key: string; readonly data: Cells }) => {
      const params = { path: { dataTableId }, header: { 'Idempotency-Key': key } }
      return answerOf(api.POST('/api/v1/data-tables/{dataTableId}/records', { params, body: { data } }))
    },
    {
      shown: true,
      reloads: [
        dataTableQuery(dataTableId).queryKey,
        ['newest-records', dataTableId],
        ['record-search', dataTableId],
      ],
    },
  )
}

/** Maximum number of records that one request changes or deletes. */
export const maxAtOnce = 500

/** The records that a deletion in several requests has put into one entry of the bin. */
export interface Deletion {
  /** The entry of the bin; null if no record was deleted. */
  readonly deletionId: string | null
  /** The records for which the requests are done. Some of them may have been deleted before. */
  readonly ids: readonly string[]
  /** The number of records that this deletion has deleted. */
  readonly deleted: number
  /** The error that ended the deletion early; null if all records were deleted. */
  readonly fault: unknown
}

/**
 * Deletes any number of records in several requests. Calls `onDeleted` with the number of records for which
 * the requests are done.
 */
export function useDeleteRecords(dataTableId: string, onDeleted: (count: number) => void) {
  const client = useQueryClient()
  const amend = useAmend(dataTableId)
  return useMutation({
    mutationFn: async (ids: readonly string[]): Promise<Deletion> => {
      let deletionId: string | null = null
      let deleted = 0
      for (let from = 0; from < ids.length; from += maxAtOnce) {
        const part = ids.slice(from, from + maxAtOnce)
        try {
          const answer: { deletionId: string | null; deleted: number } = await answerOf(
            api.POST('/api/v1/data-tables/{dataTableId}/records/delete', {
              ...atPath({ dataTableId }),
              body: { ids: part, ...(deletionId === null ? {} : { deletionId }) },
            }),
          )
          deletionId = answer.deletionId
          deleted += answer.deleted
        } catch (fault) {
          return { deletionId, ids: ids.slice(0, from), deleted, fault }
        }
        const gone = new Set(part)
        amend((items) => items.filter(({ id }) => !gone.has(id)))
        onDeleted(from + part.length)
      }
      return { deletionId, ids, deleted, fault: null }
    },
    onSettled: () => client.invalidateQueries({ queryKey: dataTableQuery(dataTableId).queryKey }),
  })
}
