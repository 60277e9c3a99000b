import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import type { Mapping } from '../schema.ts'

/** The bodies from which a mapping is proposed: held arrivals, or bodies that the user pastes. */
export interface Sample {
  readonly shape?: string
  readonly arrivalIds?: string[]
  readonly bodies?: string[]
}

export const mappingsQuery = (dataTableId: string) =>
  queryOptions({
    queryKey: ['mappings', dataTableId],
    queryFn: () =>
      answerOf(api.GET('/api/v1/data-tables/{dataTableId}/mappings', { params: { path: { dataTableId } } })),
  })

export const mappingQuery = (mappingId: string) =>
  queryOptions({
    queryKey: ['mappings', 'one', mappingId],
    queryFn: () => answerOf(api.GET('/api/v1/mappings/{mappingId}', { params: { path: { mappingId } } })),
  })

export const proposalQuery = (dataTableId: string, sample: Sample) =>
  queryOptions({
    queryKey: ['proposal', dataTableId, sample],
    queryFn: () =>
      answerOf(
        api.POST('/api/v1/data-tables/{dataTableId}/mappings/propose', {
          params: { path: { dataTableId } },
          body: sample,
        }),
      ),
    // Never refetches the proposed mapping; otherwise it could change while a user edits it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

function useAfterChange(): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['mappings'] }),
      client.invalidateQueries({ queryKey: ['arrivals'] }),
    ])
}

/** Creates a mapping, or a new version of an existing mapping. */
export function useSaveMapping(dataTableId: string) {
  const onSuccess = useAfterChange()
  return useMutation({
    meta: { shown: true },
    mutationFn: ({
      mappingId,
      mapping,
      createColumns,
    }: {
      readonly mappingId: string | null
      readonly mapping: Mapping
      readonly createColumns: boolean
    }) =>
      mappingId === null
        ? answerOf(
            api.POST('/api/v1/data-tables/{dataTableId}/mappings', {
              params: { path: { dataTableId } },
              body: { ...mapping, createColumns },
            }),
          )
        : answerOf(
            api.PATCH('/api/v1/mappings/{mappingId}', { params: { path: { mappingId } }, body: mapping }),
          ),
    onSuccess,
  })
}

export function useMoveMapping() {
  const onSuccess = useAfterChange()
  return useMutation({
    mutationFn: ({ mappingId, position }: { mappingId: string; position: number }) =>
      answerOf(
        api.PATCH('/api/v1/mappings/{mappingId}', { params: { path: { mappingId } }, body: { position } }),
      ),
    onSuccess,
  })
}

export function useDeleteMapping() {
  const onSuccess = useAfterChange()
  return useMutation({
    mutationFn: (mappingId: string) =>
      answerOf(api.DELETE('/api/v1/mappings/{mappingId}', { params: { path: { mappingId } } })),
    onSuccess,
  })
}
