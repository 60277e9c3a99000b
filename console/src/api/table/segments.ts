import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { answerOf, api, atPath, atRevision, type Edit, revisedAnswerOf } from '../client.ts'
import type { Where } from '../schema.ts'
import { useChange } from '../use-change.ts'

/** The parts of a segment that users write. */
export interface SegmentWords {
  readonly name: string
  readonly description: string
  readonly where: Where
}

/** Lists the segments of a data table by name. */
export const segmentsQuery = (dataTableId: string) =>
  queryOptions({
    queryKey: ['segments', 'of', dataTableId],
    queryFn: async () =>
      (await answerOf(api.GET('/api/v1/data-tables/{dataTableId}/segments', atPath({ dataTableId })))).items,
  })

/** The milliseconds after which an estimated count is read again. The service counts exactly meanwhile. */
const followMs = 3_000

/** Reads a segment with its count and the places where it is used. */
export const segmentQuery = (segmentId: string) =>
  queryOptions({
    queryKey: ['segments', segmentId],
    queryFn: () => revisedAnswerOf(api.GET('/api/v1/segments/{segmentId}', atPath({ segmentId }))),
    refetchInterval: ({ state: { data } }) => (data?.data.count?.isEstimate === true ? followMs : false),
  })

const reloads = [['segments']]

export function useCreateSegment(dataTableId: string) {
  return useChange(
    (body: SegmentWords) =>
      answerOf(api.POST('/api/v1/data-tables/{dataTableId}/segments', { ...atPath({ dataTableId }), body })),
    { reloads, shown: true },
  )
}

export function useChangeSegment(segmentId: string) {
  return useChange(
    ({ changes, revision }: Edit<SegmentWords>) =>
      answerOf(
        api.PATCH('/api/v1/segments/{segmentId}', { ...atRevision({ segmentId }, revision), body: changes }),
      ),
    { reloads, shown: true },
  )
}

export function useDeleteSegment() {
  const client = useQueryClient()
  return useChange(
    async (segmentId: string) => {
      await answerOf(api.DELETE('/api/v1/segments/{segmentId}', atPath({ segmentId })))
      client.removeQueries({ queryKey: segmentQuery(segmentId).queryKey })
    },
    { reloads },
  )
}
