import Joi from 'joi'
import { maxColumnNameLength, maxColumns } from '../../../domain/table/header.ts'
import { recordOrders } from '../../../domain/table/record-order.ts'
import { revisionOfIndexes } from '../../../domain/table/search/record-index.ts'
import { maxViews, revisionOfView, type View } from '../../../domain/table/search/view.ts'
import {
  maxFrozen,
  narrowestColumn,
  revisionOfLayout,
  type ViewLayout,
  widestColumn,
} from '../../../domain/table/search/view-layout.ts'
import { maxIndexedColumns } from '../../../use-cases/table/data-tables.ts'
import type { ViewWords } from '../../../use-cases/table/views.ts'

import {
  createdAtOf,
  emptyResponse,
  givenName,
  idInPath,
  idOf,
  listResponse,
  noContent,
  orNotFound,
  smallBody,
} from '../forms.ts'
import { entityTag } from '../request/revision.ts'
import type { Answer } from '../response.ts'
import { everyRole, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import { whereForm } from '../spinner/where-form.ts'

const ofTable = Joi.object({ dataTableId: idInPath('The id of the data table, a UUID.') })
const ofView = Joi.object({ viewId: idInPath('The id of the view, a UUID.') })
const common = { tag: 'Data tables', auth: { kind: 'session' } } as const

const column = Joi.string().max(maxColumnNameLength)
const exampleIndex = { column: 'email', isReady: false, done: 250_000, of: 1_000_000 }

const indexes = {
  description: 'The indexes of the table with their progress.',
  schema: Joi.object({
    items: Joi.array()
      .items(
        Joi.object({
          column: Joi.string()
            .allow(null)
            .required()
            .description(
              'The name of the indexed column; `null` for the index for full-text search in all columns.',
            ),
          isReady: Joi.boolean()
            .required()
            .description(
              'Whether the index is complete. While it is incomplete, searches do not use the index and may be incomplete.',
            ),
          done: Joi.number()
            .integer()
            .required()
            .description('The number of records that are already in the index.'),
          of: Joi.number()
            .integer()
            .required()
            .description(
              'The total number of records to index; the index is complete when `done` reaches it.',
            ),
        })
          .description(
            'A database index of the records by one column, or by the words in all columns, that makes searches fast.',
          )
          .meta({ named: 'RecordIndex' }),
      )
      .required()
      .description(
        'The indexes of the table: one for each indexed column, and one for full-text search in all columns.',
      ),
  }),
  example: { items: [exampleIndex] },
}

const texts = {
  name: 'The name of the view, 1 to 200 characters.',
  q: 'The search text, at most 200 characters. A record matches if each word of the text is the beginning of a word in one of its cells; empty for no search text.',
  where:
    'A filter in the format of the schema `Where`. Any column of the table may be used. `null` for all records.',
  sort: 'The order of the records in the view; `null` for newest first.',
  column: 'The name of the column by which the records are ordered. Empty cells come last.',
  order: '`asc` for the smallest values first (the default), or `desc` for the largest values first.',
  layout:
    'The columns as the console shows them: order, widths, hidden and frozen columns. It does not change which records and cells the API returns. `null` for all columns in the order of the table.',
}
const sort = Joi.object({
  column: column.required().description(texts.column),
  order: Joi.valid(...recordOrders)
    .default('asc')
    .description(texts.order),
})
  .allow(null)
  .description(texts.sort)
const layout = Joi.object<ViewLayout>({
  columns: Joi.array()
    .items(
      Joi.object({
        name: column.required().description('The name of the column.'),
        isHidden: Joi.boolean().default(false).description('Whether the view does not show the column.'),
        width: Joi.number()
          .integer()
          .min(narrowestColumn)
          .max(widestColumn)
          .allow(null)
          .default(null)
          .description(
            `The width in pixels, ${narrowestColumn} to ${widestColumn}; \`null\` for a width that fits the values.`,
          ),
      }),
    )
    .unique('name')
    .max(maxColumns)
    .required()
    .description('Columns in their order in the view. Columns that are not in the list come after them.'),
  frozen: Joi.number()
    .integer()
    .min(0)
    .max(maxFrozen)
    .default(0)
    .description(
      `The number of visible columns at the left that stay in place while the list scrolls sideways, 0 to ${maxFrozen}.`,
    ),
})
  .allow(null)
  .description(texts.layout)
const q = Joi.string().allow('').max(200).description(texts.q)
const where = Joi.alternatives(whereForm, Joi.valid(null)).description(texts.where)
/** The maximum size of a view in bytes. Its layout may name all columns of a table. */
const viewBody = 512 * 1024
const viewName = givenName.description(texts.name)

const exampleView = {
  id: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e90',
  dataTableId: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d',
  name: 'Large and new',
  q: '',
  where: { column: 'size', operator: 'greaterThan', value: 100 },
  sort: { column: 'size', order: 'desc' },
  layout: {
    columns: [
      { name: 'size', isHidden: false, width: 120 },
      { name: 'email', isHidden: true, width: null },
    ],
    frozen: 1,
  },
  createdAt: '2026-11-20T09:00:00.000Z',
}

const layoutSchema = Joi.object({
  columns: Joi.array()
    .items(
      Joi.object({
        name: Joi.string().required().description('The name of the column.'),
        isHidden: Joi.boolean().required().description('Whether the view does not show the column.'),
        width: Joi.number()
          .integer()
          .allow(null)
          .required()
          .description('The width in pixels; `null` for a width that fits the values.'),
      }),
    )
    .required()
    .description('Columns in their order in the view. Columns that are not in the list come after them.'),
  frozen: Joi.number()
    .integer()
    .required()
    .description(
      'The number of visible columns at the left that stay in place while the list scrolls sideways.',
    ),
})
  .allow(null)
  .required()

const viewSchema = Joi.object({
  id: idOf('the view'),
  dataTableId: idOf('the data table that the view searches'),
  name: Joi.string().required().description(texts.name),
  q: Joi.string().allow('').required().description(texts.q),
  where: Joi.any().required().description(texts.where),
  sort: Joi.object({
    column: Joi.string().required().description(texts.column),
    order: Joi.valid(...recordOrders)
      .required()
      .description(texts.order),
  })
    .allow(null)
    .required()
    .description(texts.sort),
  layout: layoutSchema.description(texts.layout),
  createdAt: createdAtOf('the view'),
})
  .description(
    'A view: a search of a data table and the layout of its columns, saved under a name for all members of the organization.',
  )
  .meta({ named: 'View' })

const view = {
  description: 'The view with its name and its search.',
  schema: viewSchema,
  example: exampleView,
}

const present = ({ id, dataTableId, name, ...words }: View) => ({
  id,
  dataTableId,
  name,
  q: words.q,
  where: words.where,
  sort: words.sort,
  layout: words.layout,
  createdAt: words.createdAt,
})

/** Returns the routes for the indexes of a table and for its saved views. */
export function searchRoutes(services: Services): Route[] {
  return [
    listIndexesRoute(services),
    chooseIndexesRoute(services),
    listViewsRoute(services),
    keepViewRoute(services),
    seeLayoutRoute(services),
    arrangeColumnsRoute(services),
    seeViewRoute(services),
    changeViewRoute(services),
    deleteViewRoute(services),
  ]
}

function listIndexesRoute(services: Services): Route {
  return route<{ dataTableId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/data-tables/{dataTableId}/indexes',
    operationId: 'indexes.list',
    listsWhole: true,
    scope: 'tables:read',
    summary: 'List the indexes of a table',
    description: 'Returns the indexes of a table and the progress of their preparation.',
    params: ofTable,
    responses: { 200: indexes },
    errors: ['NOT_FOUND'],
    handle: ({ caller, params: { dataTableId } }) => listed(services, caller.organizationId, dataTableId),
  })
}

function chooseIndexesRoute(services: Services): Route {
  const { dataTables } = services
  return route<{ dataTableId: string }, { columns: readonly string[]; includesWords: boolean }>({
    ...common,
    method: 'PUT',
    path: '/data-tables/{dataTableId}/indexes',
    operationId: 'indexes.set',
    scope: 'tables:write',
    summary: 'Choose the indexes of a table',
    description:
      'Replaces the indexes of a table. An indexed column filters and orders any number of records at once; `includesWords` does the same for a search of all columns. New indexes are prepared in the background; a column of a million records takes about a minute. Indexes that are not named are deleted. Indexes are free.',
    params: ofTable,
    body: {
      schema: Joi.object({
        columns: Joi.array()
          .items(column)
          .unique()
          .max(maxIndexedColumns)
          .required()
          .description(
            `The names of the columns to index, 0 to ${maxIndexedColumns}. Any number of records can be filtered and ordered by an indexed column at once.`,
          ),
        includesWords: Joi.boolean()
          .required()
          .description('Whether to index the words of all columns, for the search text `q`.'),
      }),
      limit: smallBody,
      examples: {
        both: { summary: 'Index a column and the words', value: { columns: ['email'], includesWords: true } },
      },
    },
    responses: { 200: indexes },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { dataTableId }, body, revision, requester }) => {
      const { organizationId } = caller
      await dataTables.chooseIndexes(requester(), { dataTableId, ...body, revision })
      return listed(services, organizationId, dataTableId)
    },
  })
}

function listViewsRoute({ views }: Services): Route {
  return route<{ dataTableId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/data-tables/{dataTableId}/views',
    operationId: 'views.list',
    listsWhole: true,
    scope: 'tables:read',
    summary: 'List the views of a table',
    description: 'Returns the saved searches of a table, oldest first.',
    params: ofTable,
    responses: {
      200: listResponse('The saved views of the table.', viewSchema, exampleView),
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { dataTableId } }) => {
      const items = await views.list(caller.organizationId, dataTableId)
      return { status: 200, body: { items: items.map(present) } }
    },
  })
}

function keepViewRoute({ views }: Services): Route {
  return route<{ dataTableId: string }, ViewWords>({
    ...common,
    method: 'POST',
    path: '/data-tables/{dataTableId}/views',
    operationId: 'views.create',
    scope: 'tables:write',
    summary: 'Save a view',
    description: `Saves a search of a data table and the layout of its columns under a name, as a view for all members of the organization. Refused with CONFLICT if the table already has ${maxViews} views.`,
    params: ofTable,
    body: {
      schema: Joi.object({
        name: viewName.required(),
        q: q.default(''),
        where: where.default(null),
        sort: sort.default(null),
        layout: layout.default(null),
      }),
      limit: viewBody,
      examples: {
        one: { summary: 'A view', value: { name: 'New first', q: '', where: null, sort: null } },
      },
    },
    responses: { 201: view },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ params: { dataTableId }, body, requester }) => ({
      status: 201,
      body: present(await views.create(requester(), dataTableId, body)),
    }),
  })
}

const layoutAnswer = (arranged: ViewLayout | null): Answer => ({
  status: 200,
  body: { layout: arranged },
  headers: entityTag({ revision: revisionOfLayout(arranged) }),
})

const layoutOfUser = {
  description: 'The layout of the columns that the signed-in person has without a view.',
  schema: Joi.object({
    layout: layoutSchema.description(
      'The layout of the columns; `null` for all columns in the order of the table.',
    ),
  }),
  example: { layout: null },
}

function seeLayoutRoute({ views }: Services): Route {
  return route<{ dataTableId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/data-tables/{dataTableId}/layout',
    operationId: 'dataTables.getLayout',
    summary: 'See your layout of the columns of a table',
    description:
      'Returns the layout in which the console shows the columns of a table to the signed-in person while no view is open.',
    params: ofTable,
    responses: { 200: layoutOfUser },
    errors: ['NOT_FOUND'],
    handle: async ({ signedIn: { user }, params: { dataTableId } }) =>
      layoutAnswer(await views.layout(user.organizationId, dataTableId, user.id)),
  })
}

function arrangeColumnsRoute({ views }: Services): Route {
  return route<{ dataTableId: string }, { layout: ViewLayout | null }>({
    ...common,
    method: 'PUT',
    path: '/data-tables/{dataTableId}/layout',
    operationId: 'dataTables.setLayout',
    auth: everyRole,
    summary: 'Arrange the columns of a table for yourself',
    description:
      'Stores the layout in which the console shows the columns of a table to the signed-in person while no view is open. Other members keep their own layouts.',
    params: ofTable,
    body: {
      schema: Joi.object({ layout: layout.required() }),
      limit: viewBody,
      examples: { usual: { summary: 'All columns in the order of the table', value: { layout: null } } },
    },
    responses: { 200: layoutOfUser },
    errors: ['NOT_FOUND'],
    handle: async ({ signedIn, params: { dataTableId }, body: { layout: arranged }, revision }) => {
      const { organizationId, id: userId } = signedIn.user
      await views.arrange(organizationId, { dataTableId, userId, layout: arranged, revision })
      return layoutAnswer(arranged)
    },
  })
}

const viewAnswer = (shown: View): Answer => ({
  status: 200,
  body: present(shown),
  headers: entityTag({ revision: revisionOfView(shown) }),
})

function seeViewRoute({ views }: Services): Route {
  return route<{ viewId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/views/{viewId}',
    operationId: 'views.get',
    scope: 'tables:read',
    summary: 'See a view',
    description: 'Returns a view of a data table.',
    params: ofView,
    responses: { 200: view },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { viewId } }) =>
      viewAnswer(await views.find(caller.organizationId, viewId)),
  })
}

function changeViewRoute({ views }: Services): Route {
  return route<{ viewId: string }, Partial<ViewWords>>({
    ...common,
    method: 'PATCH',
    path: '/views/{viewId}',
    operationId: 'views.update',
    scope: 'tables:write',
    summary: 'Change a view',
    description: 'Changes the name, the search or the layout of a view. Omitted fields stay as they are.',
    params: ofView,
    body: {
      schema: Joi.object({ name: viewName, q, where, sort, layout }),
      limit: viewBody,
      examples: { name: { summary: 'Another name', value: { name: 'Largest first' } } },
    },
    responses: { 200: view },
    errors: ['NOT_FOUND'],
    handle: async ({ params: { viewId }, body, revision, requester }) =>
      viewAnswer(await views.change(requester(), { id: viewId, words: body, revision })),
  })
}

function deleteViewRoute({ views }: Services): Route {
  return route<{ viewId: string }, undefined>({
    ...common,
    method: 'DELETE',
    path: '/views/{viewId}',
    operationId: 'views.delete',
    scope: 'tables:write',
    summary: 'Delete a view',
    description: 'Deletes a view. The records stay as they are.',
    params: ofView,
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND'],
    handle: async ({ params: { viewId }, requester }) => {
      await views.delete(requester(), viewId)
      return noContent
    },
  })
}

async function listed(
  { recordStore, dataTableStore }: Services,
  organizationId: string,
  dataTableId: string,
): Promise<Answer> {
  orNotFound(await dataTableStore.find(organizationId, dataTableId), 'Data table not found')
  const items = await recordStore.indexes(dataTableId)
  return { status: 200, body: { items }, headers: entityTag({ revision: revisionOfIndexes(items) }) }
}
