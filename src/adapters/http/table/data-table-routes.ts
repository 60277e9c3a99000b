import Joi from 'joi'
import type { NewColumn } from '../../../domain/table/column/column-changes.ts'
import { missingColumnsRules } from '../../../domain/table/data-table.ts'
import {
  defaultDuplicateWindowSeconds,
  maxDuplicateWindowSeconds,
} from '../../../domain/table/duplicate-window.ts'
import { maxColumnNameLength, maxColumns } from '../../../domain/table/header.ts'
import { maxMatchColumns, onMatchRules } from '../../../domain/table/match.ts'
import { badSignatureRules, signaturePresets } from '../../../domain/table/signature.ts'
import type { ChangeDataTableCommand } from '../../../use-cases/table/change-data-table.ts'
import {
  emptyResponse,
  givenName,
  idInPath,
  listAnswer,
  listResponse,
  noContent,
  orNotFound,
  type PageQuery,
  pageOfQuery,
  pageQuery,
  smallBody,
} from '../forms.ts'
import { entityTag } from '../request/revision.ts'
import type { Answer } from '../response.ts'
import { previousUntilOf, type RotationBody, rotationOf } from '../rotation-form.ts'
import { type Route, type RouteCaller, route } from '../route.ts'
import type { Services } from '../services.ts'
import { newColumnForm } from './column-routes.ts'
import {
  autoMapText,
  dataTablePresenter,
  dataTableSchema,
  exampleDataTable,
  matchTexts,
  missingColumnsText,
  onBadSignatureText,
  signatureText,
} from './data-table-presenter.ts'
import {
  countryForm,
  type DuplicatesQuery,
  duplicatesQuery,
  duplicatesSchema,
  exampleDuplicates,
  presentDuplicates,
} from './duplicates-presenter.ts'

type TableChanges = ChangeDataTableCommand['changes'] & { readonly duplicates?: 'merge' }

/**
 * The longest time in seconds for which the old token of a webhook URL may remain valid: 90 days, because
 * people may have to ask others to change it.
 */
const rotation = rotationOf({ replaced: 'URL', defaultSeconds: 0, maxSeconds: 90 * 24 * 60 * 60 })

const inProject = Joi.object({ projectId: idInPath('The id of the project, a UUID.') })
const params = Joi.object({ dataTableId: idInPath('The id of the data table, a UUID.') })
const response = {
  description: 'The data table with its columns and settings.',
  schema: dataTableSchema,
  example: exampleDataTable,
}
const nameText = 'The name of the data table, 1 to 200 characters. Several tables may have the same name.'
const list = listResponse('A page of data tables.', dataTableSchema, exampleDataTable)
const common = { tag: 'Data tables', auth: { kind: 'session' } } as const

export function dataTableRoutes(services: Services): Route[] {
  return [
    listDataTablesRoute(services),
    listDataTablesOfProjectRoute(services),
    createDataTableRoute(services),
    getDataTableRoute(services),
    changeDataTableRoute(services),
    findDuplicatesRoute(services),
    deleteDataTableRoute(services),
    rotateWebhookUrlRoute(services),
  ]
}

function listDataTablesRoute(services: Services): Route {
  const { dataTableStore } = services
  const present = dataTablePresenter(services)
  return route<unknown, undefined, PageQuery>({
    ...common,
    method: 'GET',
    path: '/data-tables',
    operationId: 'dataTables.list',
    scope: 'tables:read',
    listsReach: true,
    summary: 'List all data tables',
    description: 'Returns the data tables of all projects, oldest first.',
    query: Joi.object(pageQuery),
    responses: { 200: list },
    handle: async ({ caller, query }) =>
      listAnswer(
        await dataTableStore.list(caller.organizationId, caller.projectIds, pageOfQuery(query)),
        (table) => present(table, caller.role),
      ),
  })
}

function listDataTablesOfProjectRoute(services: Services): Route {
  const { dataTableStore, projectStore } = services
  const present = dataTablePresenter(services)
  return route<{ projectId: string }, undefined, PageQuery>({
    ...common,
    method: 'GET',
    path: '/projects/{projectId}/data-tables',
    operationId: 'projects.listDataTables',
    scope: 'tables:read',
    summary: 'List the data tables of a project',
    description: 'Returns the data tables of a project, oldest first.',
    params: inProject,
    query: Joi.object(pageQuery),
    responses: { 200: list },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { projectId }, query }) => {
      orNotFound(await projectStore.find(caller.organizationId, projectId), 'Project not found')
      const page = await dataTableStore.list(caller.organizationId, [projectId], pageOfQuery(query))
      return listAnswer(page, (table) => present(table, caller.role))
    },
  })
}

function createDataTableRoute(services: Services): Route {
  const { dataTables } = services
  return route<{ projectId: string }, { name: string; columns?: readonly NewColumn[] }>({
    ...common,
    method: 'POST',
    path: '/projects/{projectId}/data-tables',
    operationId: 'dataTables.create',
    scope: 'tables:write',
    summary: 'Create a data table',
    description:
      'Creates a data table, with `columns` or without. A table without columns gets them one by one (`POST /data-tables/{dataTableId}/columns`), from the header row of the first import, or from a request that an open table holds. Refused with PLAN_LIMIT if the plan allows no further data table. Tables do not count on a meter; the records in them do.',
    params: inProject,
    body: {
      schema: Joi.object({
        name: givenName.required().description(nameText),
        columns: Joi.array()
          .items(newColumnForm)
          .max(maxColumns)
          .description('The columns of the table, in their order; none by default.'),
      }),
      limit: smallBody * 8,
      examples: {
        columns: {
          summary: 'A data table with its columns',
          value: {
            name: 'Leads',
            columns: [
              { name: 'email', isMetadata: true, type: 'email' },
              { name: 'name', isMetadata: true },
            ],
          },
        },
        leads: { summary: 'A data table without columns', value: { name: 'Leads' } },
      },
    },
    responses: { 201: response },
    errors: ['NOT_FOUND', 'PLAN_LIMIT'],
    handle: async ({ caller, params: { projectId }, body, requester }) => {
      const { sessionId } = caller
      return shown(
        services,
        201,
        caller,
        await dataTables.create(requester(), { projectId, ...body, sessionId }),
      )
    },
  })
}

function getDataTableRoute(services: Services): Route {
  return route<{ dataTableId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/data-tables/{dataTableId}',
    operationId: 'dataTables.get',
    scope: 'tables:read',
    summary: 'See a data table',
    description:
      'Returns the columns, the settings, the webhook URL and the number of records of a data table.',
    params,
    responses: { 200: response },
    errors: ['NOT_FOUND'],
    handle: ({ caller, params: { dataTableId } }) => shown(services, 200, caller, dataTableId),
  })
}

/** The body of a change of a data table, with examples. */
const changesBody = {
  schema: Joi.object({
    name: givenName.description(nameText),
    metadataColumns: Joi.array()
      .items(Joi.string().max(maxColumnNameLength))
      .unique()
      .max(maxColumns)
      .description(
        'The names of all columns that spinners may use, in templates and conditions. Columns that are not listed become invisible to spinners. Published versions of spinners keep the columns that they had when they were published.',
      ),
    missingColumns: Joi.valid(...missingColumnsRules).description(missingColumnsText),
    match: Joi.object({
      columns: Joi.array()
        .items(Joi.string().max(maxColumnNameLength))
        .unique()
        .min(1)
        .max(maxMatchColumns)
        .required()
        .description(matchTexts.columns),
      onMatch: Joi.valid(...onMatchRules)
        .required()
        .description(matchTexts.onMatch),
      newerBy: Joi.string()
        .max(maxColumnNameLength)
        .allow(null)
        .default(null)
        .description(matchTexts.newerBy),
    })
      .allow(null)
      .description(
        'The match columns, by which the same record is recognized when it arrives again. `null` removes them: every record that arrives is then a new record. If existing records would be the same by these columns, the change is refused with CONFLICT, unless `duplicates` is `merge`.',
      ),
    defaultCountry: countryForm.allow(null),
    acceptsAnyFormat: Joi.boolean().description(
      'Whether an arrival that does not fit the table is answered with 200 and held with the reason until a person admits it. If false, which is the default, the arrival is refused.',
    ),
    duplicateWindowSeconds: Joi.number()
      .integer()
      .min(0)
      .max(maxDuplicateWindowSeconds)
      .description(
        `For an open table (\`acceptsAnyFormat\` is true): the number of seconds in which a body with the same bytes counts as a repeat, if the source sends no delivery id; 0 to ${maxDuplicateWindowSeconds} (seven days), ${defaultDuplicateWindowSeconds} by default.`,
      ),
    mapsAutomatically: Joi.boolean().description(autoMapText),
    signature: Joi.object({
      preset: Joi.valid(...signaturePresets)
        .required()
        .description(signatureText),
      secret: Joi.string()
        .min(8)
        .max(500)
        .required()
        .description(
          'The secret that proves that a delivery is from the source: a signing secret, a token, or `user:password`, as `preset` requires; 8 to 500 characters. It is never shown again.',
        ),
    })
      .allow(null)
      .description(
        'The signature that deliveries to the webhook URL must carry; `null` if no signature is required.',
      ),
    onBadSignature: Joi.valid(...badSignatureRules).description(onBadSignatureText),
    duplicates: Joi.valid('merge').description(
      '`merge` merges existing records that are the same by the new match columns. Without it the change is refused if there are such records.',
    ),
  }),
  limit: 1024 * 1024,
  examples: {
    metadata: { summary: 'Mark metadata columns', value: { metadataColumns: ['name', 'email'] } },
    match: {
      summary: 'Keep one record for each address',
      value: { match: { columns: ['email'], onMatch: 'update' } },
    },
    open: { summary: 'Hold arrivals that do not fit', value: { acceptsAnyFormat: true } },
    signed: {
      summary: 'Accept only deliveries that Typeform signed',
      value: { signature: { preset: 'typeform', secret: 'a-secret-of-the-webhook' } },
    },
    fill: { summary: 'Accept records that lack a column', value: { missingColumns: 'fill' } },
  },
}

function changeDataTableRoute(services: Services): Route {
  const { changeDataTable } = services
  return route<{ dataTableId: string }, TableChanges>({
    ...common,
    method: 'PATCH',
    path: '/data-tables/{dataTableId}',
    operationId: 'dataTables.update',
    scope: 'tables:write',
    summary: 'Change a data table',
    description:
      'Changes the name or the settings of a data table. Omitted fields stay as they are.\n\n`metadataColumns` are the columns that spinners may use. Published spinners keep the columns that they had when they were published.\n\n`match` defines which records are the same. A new record with the same values in all match columns as an existing record updates that record or is ignored. E-mail addresses and phone numbers are recognized by the name of the column and compared in a normalized form. Other values are compared as text, without surrounding blanks. A record without a value in a match column is always inserted. If `newerBy` is set, an older record changes nothing. If existing records would be the same by these columns, the change is refused with CONFLICT and the number of these records. If `duplicates` is `merge`, they are merged instead: the oldest record of each group stays and takes the newest value of each column that is not empty. This takes some time on a large table; until then, other changes of the settings and imports are refused with CONFLICT. Match columns that a mapping with the action `upsert` or `patch` does not fill are refused with CONFLICT too.\n\n`signature` defines how deliveries to the webhook URL are signed. `onBadSignature` defines whether a delivery without a valid signature is refused with 401 or held. If `autoMap` is true, a proposed mapping is applied without a review if each column that must be filled has one clear source.',
    params,
    takesLong: true,
    body: changesBody,
    responses: { 200: response },
    errors: ['NOT_FOUND', 'CONFLICT', 'TABLE_HAS_NO_SCHEMA'],
    handle: async ({ caller, params: { dataTableId }, body, revision, requestId, yieldToOthers, by }) => {
      const { organizationId } = caller
      const { duplicates, ...changes } = body
      const command = { organizationId, dataTableId, changes, revision, requestId, by: by() }
      await changeDataTable.execute({ ...command, mergesDuplicates: duplicates === 'merge' }, yieldToOthers)
      return shown(services, 200, caller, dataTableId)
    },
  })
}

function findDuplicatesRoute({ findDuplicates }: Services): Route {
  return route<{ dataTableId: string }, undefined, DuplicatesQuery>({
    ...common,
    method: 'GET',
    path: '/data-tables/{dataTableId}/match-preview',
    operationId: 'dataTables.previewMatch',
    listsWhole: true,
    scope: 'records:read',
    summary: 'Preview match columns',
    description:
      'Shows the result of choosing these match columns, before you set them with `PATCH /data-tables/{dataTableId}`: the number of records with equal values in these columns, and the merged records of the first 20 groups. Reads the whole table and changes nothing. `CONFLICT` if the columns or settings of the table are changed meanwhile.',
    params,
    query: duplicatesQuery,
    takesLong: true,
    responses: {
      200: {
        description: 'The groups of records that these match columns would merge.',
        schema: duplicatesSchema,
        example: exampleDuplicates,
      },
    },
    errors: ['NOT_FOUND', 'TABLE_HAS_NO_SCHEMA', 'CONFLICT'],
    handle: async ({ caller, params: { dataTableId }, query, yieldToOthers }) => {
      const { organizationId } = caller
      const { columns, newerBy = null, defaultCountry = null } = query
      const command = { organizationId, dataTableId, columns, newerBy, defaultCountry }
      return { status: 200, body: presentDuplicates(await findDuplicates.execute(command, yieldToOthers)) }
    },
  })
}

function deleteDataTableRoute({ dataTables }: Services): Route {
  return route<{ dataTableId: string }, undefined>({
    ...common,
    method: 'DELETE',
    path: '/data-tables/{dataTableId}',
    operationId: 'dataTables.delete',
    scope: 'tables:write',
    summary: 'Delete a data table with its records',
    description:
      'Deletes a data table with all its records. Refused with CONFLICT while a spinner uses the table or its match columns are being changed. It stays in the bin for 30 days, and the `records` meter is not refunded.',
    params,
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ params: { dataTableId }, requester }) => {
      await dataTables.delete(requester(), dataTableId)
      return noContent
    },
  })
}

function rotateWebhookUrlRoute({ dataTables, urls }: Services): Route {
  return route<{ dataTableId: string }, RotationBody>({
    ...common,
    method: 'POST',
    path: '/data-tables/{dataTableId}/webhook-url/rotate',
    operationId: 'dataTables.rotateWebhookUrl',
    summary: 'Rotate the webhook URL',
    description:
      'Creates a new webhook URL. The old URL stops working at once, or after `graceSeconds` seconds, which leaves time to update every source. Rotate the URL if its secret may be known to others. There is only one grace period at a time. Refused with CONFLICT if `graceSeconds` is more than 0 while a URL that an earlier rotation replaced still works. The table shows the present URL and the end of that time (`webhookUrl`, `previousWebhookUrlUntil`). A rotation without `graceSeconds` ends both URLs at once.',
    params,
    body: rotation.body,
    responses: {
      200: {
        description: 'The new webhook URL, which contains a secret.',
        schema: Joi.object({
          webhookUrl: Joi.string()
            .required()
            .description(
              'The new webhook URL of the table. The URL contains a secret, so treat it as a password.',
            ),
          previousUntil: previousUntilOf('URL'),
        }),
        example: { webhookUrl: exampleDataTable.webhookUrl, previousUntil: null },
      },
    },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ signedIn: { session }, params: { dataTableId }, body, requester }) => {
      const order = { dataTableId, graceSeconds: rotation.graceSecondsIn(body), sessionId: session.id }
      const { token, previousUntil } = await dataTables.rotateIngestToken(requester(), order)
      return { status: 200, body: { webhookUrl: urls.webhook(token), previousUntil } }
    },
  })
}

async function shown(
  services: Services,
  status: number,
  { organizationId, role }: Pick<RouteCaller, 'organizationId' | 'role'>,
  dataTableId: string,
): Promise<Answer> {
  const table = orNotFound(
    await services.dataTableStore.find(organizationId, dataTableId),
    'Data table not found',
  )
  return { status, body: dataTablePresenter(services)(table, role), headers: entityTag(table) }
}
