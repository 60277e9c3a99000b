import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Language } from '../../languages/language.ts'
import { answerOf, api, atPath, atRevision, type Edit } from '../client.ts'
import { everyPage } from '../every-page.ts'
import type { Answer, Body } from '../typed-calls.ts'
import { useChange } from '../use-change.ts'
import { spinnersQuery } from './spinners.ts'

export type TemplateEntry = Answer<'/api/v1/spinner-templates', 'GET'>['items'][number]
export type TemplatePreview = Answer<'/api/v1/spinner-templates/{templateId}/preview', 'POST'>
export type ColumnReplacement = NonNullable<
  Body<'/api/v1/spinner-templates/{templateId}/preview', 'POST'>['columns']
>[number]
type TemplateWords = Body<'/api/v1/spinner-templates/{templateId}', 'PATCH'>

const templatesKey = ['spinner-templates'] as const

/** The templates, with those that come with the service in a language; null for the language of the organization. */
export const templatesQuery = (language: Language | null = null) =>
  queryOptions({
    queryKey: [...templatesKey, 'list', language],
    queryFn: () =>
      everyPage((page) => {
        const query = language === null ? page : { ...page, language }
        return answerOf(api.GET('/api/v1/spinner-templates', { params: { query } }))
      }),
  })

/** The content of a template for a data table, with the columns that the user has chosen. */
export const templatePreviewQuery = (
  templateId: string,
  dataTableId: string,
  columns: readonly ColumnReplacement[],
) =>
  queryOptions<TemplatePreview>({
    queryKey: [...templatesKey, templateId, dataTableId, columns],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST('/api/v1/spinner-templates/{templateId}/preview', {
          ...atPath({ templateId }),
          body: { dataTableId, columns: [...columns] },
          signal,
        }),
      ),
    // Keeps the choices on the screen while the answer to the next choice is read.
    placeholderData: (before, query) =>
      query?.queryKey[1] === templateId ? keepPreviousData(before) : undefined,
    retry: false,
  })

export const useSaveTemplate = () =>
  useChange(
    (body: Body<'/api/v1/spinner-templates', 'POST'>) =>
      answerOf(api.POST('/api/v1/spinner-templates', { body })),
    { shown: true, reloads: [templatesKey] },
  )

export const useRenameTemplate = (templateId: string) =>
  useChange(
    ({ changes: body, revision }: Edit<TemplateWords>) =>
      answerOf(
        api.PATCH('/api/v1/spinner-templates/{templateId}', {
          ...atRevision({ templateId }, revision),
          body,
        }),
      ),
    { shown: true, reloads: [templatesKey] },
  )

export const useDeleteTemplate = () =>
  useChange(
    (templateId: string) =>
      answerOf(api.DELETE('/api/v1/spinner-templates/{templateId}', atPath({ templateId }))),
    { reloads: [templatesKey] },
  )

/** Creates a spinner from a template over a data table. */
export function useApplyTemplate() {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: ({
      templateId,
      ...body
    }: { templateId: string } & Body<'/api/v1/spinner-templates/{templateId}/use', 'POST'>) =>
      answerOf(api.POST('/api/v1/spinner-templates/{templateId}/use', { ...atPath({ templateId }), body })),
    onSuccess: () => client.invalidateQueries({ queryKey: spinnersQuery.queryKey, exact: true }),
  })
}
