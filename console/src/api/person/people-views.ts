import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api, atPath } from '../client.ts'
import type { PeopleView } from '../schema.ts'
import { useChange } from '../use-change.ts'

type ViewContent = Pick<PeopleView, 'filter' | 'columns'>

export const peopleViewsQuery = queryOptions({
  queryKey: ['people-views'],
  queryFn: () => answerOf(api.GET('/api/v1/people-views')),
})

export function useKeepPeopleView() {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: (body: ViewContent & Pick<PeopleView, 'name'>) =>
      answerOf(api.POST('/api/v1/people-views', { body })),
    onSuccess: (view) =>
      client.setQueryData(peopleViewsQuery.queryKey, (all) => all && { ...all, items: [...all.items, view] }),
  })
}

/** Changes the search and the columns of a saved view for everybody in the organization. */
export function useChangePeopleView() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: ViewContent & Pick<PeopleView, 'id'>) =>
      answerOf(api.PATCH('/api/v1/people-views/{peopleViewId}', { ...atPath({ peopleViewId: id }), body })),
    onSuccess: (changed) =>
      client.setQueryData(
        peopleViewsQuery.queryKey,
        (all) => all && { ...all, items: all.items.map((view) => (view.id === changed.id ? changed : view)) },
      ),
  })
}

export function useDeletePeopleView() {
  return useChange(
    (peopleViewId: string) =>
      answerOf(api.DELETE('/api/v1/people-views/{peopleViewId}', atPath({ peopleViewId }))),
    { reloads: [peopleViewsQuery.queryKey] },
  )
}
