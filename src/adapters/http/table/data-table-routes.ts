import Joi from 'joi'
import { missingColumnsRules } from '../../../domain/table/data-table.ts'
import { longestColumnName, mostColumns } from '../../../domain/table/header.ts'
import type { PublicUrls } from '../../../ports/public-urls.ts'
import type { DataTableQueries } from '../../../ports/table/data-table-queries.ts'
import type { ProjectQueries } from '../../../ports/table/project-queries.ts'
import type { ChangeDataTable, ChangeDataTableCommand } from '../../../use-cases/table/change-data-table.ts'
import type { CreateDataTable } from '../../../use-cases/table/create-data-table.ts'
import type { DeleteDataTable } from '../../../use-cases/table/delete-data-table.ts'
import type { RotateIngestToken } from '../../../use-cases/table/rotate-ingest-token.ts'
import {
  found,
  givenName,
  idInPath,
  listAnswer,
  listResponse,
  noContent,
  nothing,
  type PageQuery,
  pageOfQuery,
  pageQuery,
  smallBody,
} from '../forms.ts'
import { entityTag } from '../request/revision.ts'
import { type Answer, type Route, route } from '../route.ts'
import { dataTableSchema, exampleDataTable, type PresentDataTable } from './data-table-presenter.ts'

export interface DataTableOptions {
  readonly createDataTable: CreateDataTable
  readonly changeDataTable: ChangeDataTable
  readonly deleteDataTable: DeleteDataTable
  readonly rotateIngestToken: RotateIngestToken
  readonly dataTables: DataTableQueries
  readonly projects: ProjectQueries
  readonly urls: PublicUrls
  readonly present: PresentDataTable
}

const inProject = Joi.object({ projectId: idInPath('The project.') })
const params = Joi.object({ dataTableId: idInPath('The data table.') })
const response = { description: 'The data table.', schema: dataTableSchema, example: exampleDataTable }
const list = listResponse('A page of data tables.', dataTableSchema, exampleDataTable)
const common = { tag: 'Data tables', auth: { kind: 'session' } } as const

export function dataTableRoutes(options: DataTableOptions): Route[] {
  const { createDataTable, changeDataTable, deleteDataTable, rotateIngestToken } = options
  const { dataTables, projects, urls, present } = options
  return [
    route<unknown, undefined, PageQuery>({
      ...common,
      method: 'GET',
      path: '/data-tables',
      summary: 'List all data tables',
      description: 'The data tables or spinners of all projects, the oldest first.',
      query: Joi.object(pageQuery),
      responses: { 200: list },
      errors: [],
      handle: async ({ signedIn, query }) =>
        listAnswer(await dataTables.list(signedIn.user.organizationId, null, pageOfQuery(query)), present),
    }),
    route<{ projectId: string }, undefined, PageQuery>({
      ...common,
      method: 'GET',
      path: '/projects/{projectId}/data-tables',
      summary: 'List the data tables of a project',
      description: 'The oldest first.',
      params: inProject,
      query: Joi.object(pageQuery),
      responses: { 200: list },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { projectId }, query }) => {
        found(await projects.find(user.organizationId, projectId), 'Project not found')
        return listAnswer(await dataTables.list(user.organizationId, projectId, pageOfQuery(query)), present)
      },
    }),
    route<{ projectId: string }, { name: string }>({
      ...common,
      method: 'POST',
      path: '/projects/{projectId}/data-tables',
      summary: 'Create a data table',
      description:
        'A new table has no columns. The header row of the first CSV that is imported into it becomes its columns.',
      params: inProject,
      body: {
        schema: Joi.object({ name: givenName.required() }),
        limit: smallBody,
        examples: { leads: { summary: 'A data table', value: { name: 'Leads' } } },
      },
      responses: { 201: response },
      errors: ['NOT_FOUND', 'PLAN_LIMIT'],
      handle: async ({ signedIn: { user }, params: { projectId }, body: { name } }) => {
        const { organizationId } = user
        return shown(201, organizationId, await createDataTable.execute({ organizationId, projectId, name }))
      },
    }),
    route<{ dataTableId: string }, undefined>({
      ...common,
      method: 'GET',
      path: '/data-tables/{dataTableId}',
      summary: 'See a data table',
      description: 'Its columns, its webhook URL and how many records it has.',
      params,
      responses: { 200: response },
      errors: ['NOT_FOUND'],
      handle: ({ signedIn, params: { dataTableId } }) =>
        shown(200, signedIn.user.organizationId, dataTableId),
    }),
    route<{ dataTableId: string }, ChangeDataTableCommand['changes']>({
      ...common,
      method: 'PATCH',
      path: '/data-tables/{dataTableId}',
      summary: 'Change a data table',
      description:
        '`metadataColumns` are the columns that pipelines may see. Spinners that are published keep what they saw when they were.',
      params,
      conditional: true,
      body: {
        schema: Joi.object({
          name: givenName,
          metadataColumns: Joi.array().items(Joi.string().max(longestColumnName)).unique().max(mostColumns),
          missingColumns: Joi.valid(...missingColumnsRules),
        }),
        limit: 1024 * 1024,
        examples: {
          metadata: { summary: 'Mark metadata columns', value: { metadataColumns: ['name', 'email'] } },
          fill: { summary: 'Take records that lack a column', value: { missingColumns: 'fill' } },
        },
      },
      responses: { 200: response },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { dataTableId }, body, revision }) => {
        const { organizationId } = user
        await changeDataTable.execute({ organizationId, dataTableId, changes: body, revision })
        return shown(200, organizationId, dataTableId)
      },
    }),
    route<{ dataTableId: string }, undefined>({
      ...common,
      method: 'DELETE',
      path: '/data-tables/{dataTableId}',
      summary: 'Delete a data table with its records',
      description:
        'Refused with CONFLICT while a spinner uses the table. The `records` meter is not refunded.',
      params,
      responses: { 204: nothing },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ signedIn: { user }, params: { dataTableId } }) => {
        await deleteDataTable.execute({ organizationId: user.organizationId, dataTableId })
        return noContent
      },
    }),
    route<{ dataTableId: string }, undefined>({
      ...common,
      method: 'POST',
      path: '/data-tables/{dataTableId}/ingest-token/rotate',
      summary: 'Make a new webhook URL',
      description: 'The old webhook URL stops working at once.',
      params,
      responses: {
        200: {
          description: 'The new webhook URL.',
          schema: Joi.object({ webhookUrl: Joi.string().required() }),
          example: { webhookUrl: exampleDataTable.webhookUrl },
        },
      },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { dataTableId } }) => {
        const { organizationId } = user
        const token = await rotateIngestToken.execute({ organizationId, dataTableId })
        return { status: 200, body: { webhookUrl: urls.webhook(token) } }
      },
    }),
  ]

  async function shown(status: number, organizationId: string, dataTableId: string): Promise<Answer> {
    const table = found(await dataTables.find(organizationId, dataTableId), 'Data table not found')
    return { status, body: present(table), headers: entityTag(table) }
  }
}
