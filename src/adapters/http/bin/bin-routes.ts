import Joi from 'joi'
import {
  type BinEntry,
  type BinKind,
  binKinds,
  daysInBin,
  entryNotFound,
} from '../../../domain/bin/bin-entry.ts'
import { DomainError } from '../../../domain/errors.ts'
import { maxRestoredAtOnce } from '../../../use-cases/bin/bin.ts'

import {
  emptyResponse,
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
import { adminsOnly, editorsOnly, type Route, type RouteCaller, route } from '../route.ts'
import type { Services } from '../services.ts'
import { recordForm } from '../table/record-presenter.ts'
import { binEntrySchema, exampleEntry } from './bin-presenter.ts'

const common = { tag: 'Bin' } as const
const ofEntry = Joi.object({ entryId: idInPath('The id of the entry of the bin, a UUID.') })
const recordId = Joi.string().pattern(/^[1-9]\d{0,17}$/)

/** Returns the routes of the bin, which holds deleted data tables, spinners and records for some time. */
export function binRoutes(services: Services): Route[] {
  return [
    listRoute(services),
    findRoute(services),
    listRecordsRoute(services),
    restoreRoute(services),
    deletePermanentlyRoute(services),
  ]
}

function listRoute({ binStore }: Services): Route {
  return route<unknown, undefined, PageQuery & { readonly kind?: BinKind }>({
    ...common,
    auth: { kind: 'session' },
    scope: 'records:read',
    listsReach: true,
    method: 'GET',
    path: '/bin',
    operationId: 'bin.list',
    summary: 'List the bin',
    description: `Returns the deleted data tables, spinners and records that can be restored, last deletion first. Things stay in the bin for ${daysInBin} days. An API key that is limited to projects sees only things of these projects.`,
    query: Joi.object({
      kind: Joi.valid(...binKinds).description('Returns only entries of this kind; omit it for all.'),
      ...pageQuery,
    }),
    responses: { 200: listResponse('A page of the bin.', binEntrySchema, exampleEntry) },
    handle: async ({ caller, query }) => {
      const filter = { kind: query.kind ?? null, projectIds: caller.projectIds }
      return listAnswer(await binStore.list(caller.organizationId, filter, pageOfQuery(query)))
    },
  })
}

function findRoute(services: Services): Route {
  return route<{ entryId: string }, undefined>({
    ...common,
    auth: { kind: 'session' },
    scope: 'records:read',
    listsReach: true,
    method: 'GET',
    path: '/bin/{entryId}',
    operationId: 'bin.get',
    summary: 'See an entry of the bin',
    description: 'Returns one entry of the bin.',
    params: ofEntry,
    responses: {
      200: { description: 'The entry of the bin.', schema: binEntrySchema, example: exampleEntry },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { entryId } }) => ({
      status: 200,
      body: await entryOf(services, caller, entryId),
    }),
  })
}

function listRecordsRoute(services: Services): Route {
  const record = Joi.object({
    id: recordId.required().description('The id of the record.'),
    data: recordForm.required(),
  })
    .description('A record in the bin.')
    .meta({ named: 'DeletedRecord' })
  const example = { id: '5120', data: { name: 'Ada', email: 'ada@example.com' } }
  return route<{ entryId: string }, undefined, PageQuery>({
    ...common,
    auth: { kind: 'session' },
    scope: 'records:read',
    listsReach: true,
    method: 'GET',
    path: '/bin/{entryId}/records',
    operationId: 'bin.listRecords',
    summary: 'List the records of an entry',
    description:
      'Returns the records of an entry of the kind `records`, in the order of their ids. Other entries have none.',
    params: ofEntry,
    query: Joi.object(pageQuery),
    responses: { 200: listResponse('A page of deleted records.', record, example) },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { entryId }, query }) =>
      listAnswer(
        await services.binStore.records(await entryOf(services, caller, entryId), pageOfQuery(query)),
        ({ id, data }) => ({ id, data }),
      ),
  })
}

const restored = Joi.object({
  kind: Joi.valid(...binKinds)
    .required()
    .description('The kind of the entry.'),
  dataTableId: Joi.string()
    .guid()
    .required()
    .description('The id of the restored data table, or of the data table of the records or of the spinner.'),
  spinnerId: Joi.string()
    .guid()
    .allow(null)
    .required()
    .description('The id of the restored spinner; `null` for other kinds.'),
  restored: Joi.number()
    .integer()
    .required()
    .description('The number of restored records; 1 for a data table or a spinner.'),
  conflicts: Joi.array()
    .items(
      Joi.object({
        recordId: recordId.required().description('The id of the record that stays in the bin.'),
        existingId: recordId
          .required()
          .description('The id of the record that is the same by the match columns.'),
      }),
    )
    .required()
    .description(
      'The records that stay in the bin, because another record of the table is the same by the match columns now.',
    ),
  next: recordId
    .allow(null)
    .required()
    .description(
      'The value of `after` for the next request, if the entry may have more records; `null` at the end.',
    ),
})
  .description('The result of restoring an entry of the bin or a part of it.')
  .meta({ named: 'Restored' })

function restoreRoute({ bin, binStore }: Services): Route {
  return route<{ entryId: string }, { readonly recordIds?: readonly string[]; readonly after?: string }>({
    ...common,
    auth: editorsOnly,
    scope: 'records:write',
    listsReach: true,
    method: 'POST',
    path: '/bin/{entryId}/restore',
    operationId: 'bin.restore',
    summary: 'Restore from the bin',
    description: `Restores a data table, a spinner, or up to ${maxRestoredAtOnce} records of a deletion. If the answer has \`next\`, send it as \`after\` for the next records. Restored records have their ids, cells and places again; nothing counts on a meter, and no job starts. A record that is the same as another record by the match columns stays in the bin, and \`conflicts\` names both. A spinner comes back unpublished. Refused with CONFLICT while the data table of the records or of the spinner is in the bin, and with PLAN_LIMIT if the plan has no room for the data table or the spinner. An API key can restore records only.`,
    params: ofEntry,
    body: {
      schema: Joi.object({
        recordIds: Joi.array()
          .items(recordId)
          .min(1)
          .max(maxRestoredAtOnce)
          .description(
            `The ids of the records to restore, 1 to ${maxRestoredAtOnce}; omit it for all. Data tables and spinners ignore it.`,
          ),
        after: recordId.description('The `next` of the previous answer; omit it to begin.'),
      }),
      limit: smallBody,
      optional: true,
      examples: { all: { summary: 'Everything', value: {} } },
    },
    responses: {
      200: {
        description: 'The things that were restored.',
        schema: restored,
        example: {
          kind: 'records',
          dataTableId: exampleEntry.dataTableId,
          spinnerId: null,
          restored: 63,
          conflicts: [{ recordId: '5120', existingId: '9001' }],
          next: null,
        },
      },
    },
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'PLAN_LIMIT'],
    handle: async ({ caller, params: { entryId }, body, requester }) => {
      const { recordIds = null, after = null } = body ?? {}
      const { kind: callerKind, projectIds } = caller
      if (callerKind === 'apiKey' && (await entryOf({ binStore }, caller, entryId)).kind !== 'records')
        throw new DomainError('FORBIDDEN', { message: 'An API key can restore records only' })
      const order = { projectIds, entryId, recordIds, after }
      const { entry, ...outcome } = await bin.restore(requester(), order)
      const { kind, dataTableId, spinnerId } = entry
      return { status: 200, body: { kind, dataTableId, spinnerId, ...outcome } }
    },
  })
}

function deletePermanentlyRoute({ bin }: Services): Route {
  return route<{ entryId: string }, undefined>({
    ...common,
    auth: adminsOnly,
    method: 'DELETE',
    path: '/bin/{entryId}',
    operationId: 'bin.delete',
    summary: 'Delete permanently',
    description:
      'Deletes an entry of the bin permanently: the entry cannot be restored from now on, and the runtime deletes its data within minutes. If the entry is a data table, the spinners and records in the bin that belong to it are deleted too.',
    params: ofEntry,
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND'],
    handle: async ({ params: { entryId }, requester }) => {
      await bin.deletePermanently(requester(), entryId)
      return noContent
    },
  })
}

/** Returns an entry of the bin that the caller may see. */
async function entryOf(
  { binStore }: Pick<Services, 'binStore'>,
  { organizationId, projectIds }: RouteCaller,
  entryId: string,
): Promise<BinEntry> {
  const entry = await binStore.find(organizationId, entryId)
  const isInReach = entry !== null && (projectIds === null || projectIds.includes(entry.projectId))
  return orNotFound(isInReach ? entry : null, entryNotFound)
}
