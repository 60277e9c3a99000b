import { queryOptions } from '@tanstack/react-query'
import { answerOf, api, atPath } from '../client.ts'
import { everyPage } from '../every-page.ts'
import { useChange } from '../use-change.ts'

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: () => everyPage((query) => answerOf(api.GET('/api/v1/projects', { params: { query } }))),
})

export function useCreateProject() {
  return useProjectMutation((name: string) => answerOf(api.POST('/api/v1/projects', { body: { name } })))
}

export function useRenameProject(projectId: string) {
  return useProjectMutation((name: string) =>
    answerOf(api.PATCH('/api/v1/projects/{projectId}', { ...atPath({ projectId }), body: { name } })),
  )
}

export function useDeleteProject() {
  return useChange(
    (projectId: string) => answerOf(api.DELETE('/api/v1/projects/{projectId}', atPath({ projectId }))),
    { reloads: [projectsQuery.queryKey] },
  )
}

function useProjectMutation<Answer>(change: (name: string) => Promise<Answer>) {
  return useChange(change, { shown: true, reloads: [projectsQuery.queryKey] })
}
