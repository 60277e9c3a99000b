import { queryOptions } from '@tanstack/react-query'
import { answerOf, api, atPath } from '../client.ts'
import { useChange } from '../use-change.ts'

/** The direction in which a project is copied: into the test organization, or back from it. */
export type CopyDirection = 'copy-to-test' | 'copy-from-test'

function copy(direction: CopyDirection, projectId: string, preview: boolean) {
  const options = { ...atPath({ projectId }), body: { preview } }
  return answerOf(
    direction === 'copy-to-test'
      ? api.POST('/api/v1/projects/{projectId}/copy-to-test', options)
      : api.POST('/api/v1/projects/{projectId}/copy-from-test', options),
  )
}

/** The items that a copy of the project would create or change. The preview itself changes nothing. */
export const copyPreviewQuery = (direction: CopyDirection, projectId: string) =>
  queryOptions({
    queryKey: ['copy-preview', direction, projectId],
    queryFn: () => copy(direction, projectId, true),
    staleTime: 0,
  })

export function useCopyProject(direction: CopyDirection, projectId: string) {
  return useChange(() => copy(direction, projectId, false), { shown: true, reloads: [['copy-preview']] })
}
