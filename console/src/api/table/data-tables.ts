import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api, atPath, atRevision, type Edit } from '../client.ts'
import { everyPage } from '../every-page.ts'
import type { DataTable } from '../schema.ts'
import { storeAnswer } from '../store-answer.ts'
import { projectsQuery } from './projects.ts'

export const dataTablesQuery = queryOptions({
  queryKey: ['data-tables'],
  queryFn: () => everyPage((query) => answerOf(api.GET('/api/v1/data-tables', { params: { query } }))),
})

export const dataTableQuery = (dataTableId: string) =>
  queryOptions({
    queryKey: ['data-tables', dataTableId],
    queryFn: () => answerOf(api.GET('/api/v1/data-tables/{dataTableId}', atPath({ dataTableId }))),
  })

/**
 * Creates a data table in a project. Without a project id, it uses the first project or creates one, so that
 * a beginner need not know about projects.
 */
export function useCreateDataTable() {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: async ({
      name,
      projectId,
      columns = [],
    }: {
      name: string
      projectId: string | null
      /** The names of the columns, all of which spinners may use; none by default. */
      columns?: readonly string[]
    }) => {
      const inProject = projectId ?? (await firstProject())
      return answerOf(
        api.POST('/api/v1/projects/{projectId}/data-tables', {
          ...atPath({ projectId: inProject }),
          body: { name, columns: columns.map((column) => ({ name: column, isMetadata: true })) },
        }),
      )
    },
    onSuccess: (table) => client.setQueryData(dataTableQuery(table.id).queryKey, table),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: dataTablesQuery.queryKey, exact: true }),
        client.invalidateQueries({ queryKey: projectsQuery.queryKey }),
      ]),
  })
}

async function firstProject(): Promise<string> {
  const { items } = await answerOf(api.GET('/api/v1/projects', { params: { query: { limit: 1 } } }))
  const project =
    items[0] ?? (await answerOf(api.POST('/api/v1/projects', { body: { name: 'First project' } })))
  return project.id
}

export type SignaturePreset = NonNullable<DataTable['signature']>['preset']

interface DataTableChanges {
  readonly name?: string
  readonly metadataColumns?: string[]
  readonly missingColumns?: DataTable['missingColumns']
  readonly match?: DataTable['match']
  readonly defaultCountry?: DataTable['defaultCountry']
  readonly duplicates?: 'merge'
  readonly acceptsAnyFormat?: DataTable['acceptsAnyFormat']
  readonly duplicateWindowSeconds?: number
  readonly mapsAutomatically?: boolean
  readonly signature?: { readonly preset: SignaturePreset; readonly secret: string } | null
  readonly onBadSignature?: DataTable['onBadSignature']
}

export function useChangeDataTable(dataTableId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: ({ changes: body, revision }: Edit<DataTableChanges>) =>
      answerOf(
        api.PATCH('/api/v1/data-tables/{dataTableId}', { ...atRevision({ dataTableId }, revision), body }),
      ),
    onSuccess: async (table) => {
      await storeAnswer(client, dataTableQuery(dataTableId).queryKey, table)
      await client.invalidateQueries({ queryKey: dataTablesQuery.queryKey, exact: true })
    },
  })
}

export function useDeleteDataTable(dataTableId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: () => answerOf(api.DELETE('/api/v1/data-tables/{dataTableId}', atPath({ dataTableId }))),
    onSuccess: () => client.invalidateQueries({ queryKey: dataTablesQuery.queryKey, exact: true }),
  })
}

export function useRotateWebhookUrl(dataTableId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    /**
     * Replaces the webhook URL of a data table. Takes the number of seconds for which the old URL keeps
     * working.
     */
    mutationFn: (graceSeconds: number) =>
      answerOf(
        api.POST('/api/v1/data-tables/{dataTableId}/webhook-url/rotate', {
          ...atPath({ dataTableId }),
          body: { graceSeconds },
        }),
      ),
    onSuccess: ({ webhookUrl }) => {
      client.setQueryData(dataTableQuery(dataTableId).queryKey, (table) =>
        table === undefined ? undefined : { ...table, webhookUrl },
      )
      return client.invalidateQueries({ queryKey: dataTableQuery(dataTableId).queryKey })
    },
    // Shows the present URL after an answer that was lost, and after a refusal because the URL was rotated before.
    onError: () => void client.invalidateQueries({ queryKey: dataTableQuery(dataTableId).queryKey }),
  })
}
