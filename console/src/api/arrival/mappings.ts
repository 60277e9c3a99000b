import { queryOptions } from '@tanstack/react-query'
import { answerOf, api, atPath, atRevision } from '../client.ts'
import type { Mapping } from '../schema.ts'
import { useChange } from '../use-change.ts'

/** The bodies from which a mapping is proposed: held arrivals, or bodies that the user pastes. */
export interface Sample {
  readonly format?: string
  readonly arrivalIds?: string[]
  readonly bodies?: string[]
}

export const mappingsQuery = (dataTableId: string) =>
  queryOptions({
    queryKey: ['mappings', dataTableId],
    queryFn: () => answerOf(api.GET('/api/v1/data-tables/{dataTableId}/mappings', atPath({ dataTableId }))),
  })

export const mappingQuery = (mappingId: string) =>
  queryOptions({
    queryKey: ['mappings', 'one', mappingId],
    queryFn: () => answerOf(api.GET('/api/v1/mappings/{mappingId}', atPath({ mappingId }))),
  })

export const proposalQuery = (dataTableId: string, sample: Sample) =>
  queryOptions({
    queryKey: ['proposal', dataTableId, sample],
    queryFn: () =>
      answerOf(
        api.POST('/api/v1/data-tables/{dataTableId}/mappings/propose', {
          ...atPath({ dataTableId }),
          body: sample,
        }),
      ),
    // Never refetches the proposed mapping; otherwise it could change while a user edits it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

const reloads = [['mappings'], ['arrivals']]

/** A mapping that is stored, with the version that the user saw; null to replace later versions too. */
interface Saved {
  readonly id: string
  readonly version: number | null
}

/** Creates a mapping, or a new version of an existing mapping. */
export function useSaveMapping(dataTableId: string) {
  return useChange(
    ({
      saved,
      mapping,
      createColumns,
    }: {
      readonly saved: Saved | null
      readonly mapping: Mapping
      readonly createColumns: boolean
    }) =>
      saved === null
        ? answerOf(
            api.POST('/api/v1/data-tables/{dataTableId}/mappings', {
              ...atPath({ dataTableId }),
              body: { ...mapping, createColumns },
            }),
          )
        : answerOf(
            api.PATCH('/api/v1/mappings/{mappingId}', {
              ...atRevision({ mappingId: saved.id }, saved.version),
              body: mapping,
            }),
          ),
    { shown: true, reloads },
  )
}

export function useMoveMapping() {
  return useChange(
    ({ mappingId, position }: { mappingId: string; position: number }) =>
      answerOf(api.PATCH('/api/v1/mappings/{mappingId}', { ...atPath({ mappingId }), body: { position } })),
    { reloads },
  )
}

export function useDeleteMapping() {
  return useChange(
    (mappingId: string) => answerOf(api.DELETE('/api/v1/mappings/{mappingId}', atPath({ mappingId }))),
    { reloads },
  )
}
