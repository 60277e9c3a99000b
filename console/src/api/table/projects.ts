import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import { everyPage } from '../every-page.ts'

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: () => everyPage((query) => answerOf(api.GET('/api/v1/projects', { params: { query } }))),
})

export function useCreateProject() {
  return useProjectMutation((name: string) => answerOf(api.POST('/api/v1/projects', { body: { name } })))
}

export function useRenameProject(projectId: string) {
  return useProjectMutation((name: string) =>
    answerOf(api.PATCH('/api/v1/projects/{projectId}', { params: { path: { projectId } }, body: { name } })),
  )
}

export function useDeleteProject() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (projectId: string) =>
      answerOf(api.DELETE('/api/v1/projects/{projectId}', { params: { path: { projectId } } })),
    onSettled: () => client.invalidateQueries({ queryKey: projectsQuery.queryKey }),
  })
}

function useProjectMutation<Answer>(mutationFn: (name: string) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey: projectsQuery.queryKey }),
  })
}
