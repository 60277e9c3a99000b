import Joi from 'joi'
import type { Where } from '../../../domain/spinner/where/where.ts'
import type { Column } from '../../../domain/table/data-table.ts'
import { assertSearch } from '../../../domain/table/search/record-search.ts'
import {
  maxDescriptionLength,
  maxSegments,
  revisionOfSegment,
  type SegmentCount,
  type SegmentUse,
} from '../../../domain/table/segment/segment.ts'
import { faultsOfTypes } from '../../../domain/table/segment/segment-faults.ts'
import type { StoredSegment } from '../../../ports/table/segments.ts'
import type { SegmentWords } from '../../../use-cases/table/segments/segments.ts'
import {
  createdAtOf,
  emptyResponse,
  givenName,
  idInPath,
  idOf,
  listBody,
  listResponse,
  noContent,
  orNotFound,
  type PageQuery,
  pageOfQuery,
  pageQuery,
} from '../forms.ts'
import { entityTag } from '../request/revision.ts'
import type { Answer } from '../response.ts'
import { mayRead, type Route, type RouteCaller, route } from '../route.ts'
import type { Services } from '../services.ts'
import { whereForm } from '../spinner/where-form.ts'
import { presenterFor, recordPage } from './record-routes.ts'
import { type SearchQuery, searchFields, wholeSearchIn } from './search-form.ts'

const ofTable = Joi.object({ dataTableId: idInPath('The id of the data table, a UUID.') })
const ofSegment = Joi.object({ segmentId: idInPath('The id of the segment, a UUID.') })
const common = { tag: 'Data tables', auth: { kind: 'session' } } as const

const texts = {
  name: 'The name of the segment, unique in its data table.',
  description: 'A note of the members about the segment; empty for none.',
  where:
    'The condition of the segment, as in a search of records. It may name any column of the data table and other segments, but not, in a circle, itself.',
}

/** The maximum size of a segment in bytes. Its condition may have lists of 1,000 values. */
const segmentBody = 512 * 1024
const segmentName = givenName.description(texts.name)
const description = Joi.string().allow('').max(maxDescriptionLength).description(texts.description)
const where = whereForm.description(texts.where)

const exampleId = '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e95'
const exampleWords = {
  name: 'On trial',
  description: 'People whose trial ends within a week',
  where: { column: 'trial_ends', operator: 'before', value: 'now+7d' },
}
const exampleCount = { value: 212, isEstimate: false, sampleSize: null, at: '2026-11-20T09:00:00.000Z' }
const exampleListed = {
  id: exampleId,
  dataTableId: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d',
  ...exampleWords,
  count: exampleCount,
  createdAt: '2026-11-20T09:00:00.000Z',
}
const exampleUse = { kind: 'spinner', id: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e91', name: 'Trial ends' }
const exampleSegment = { ...exampleListed, usedBy: [exampleUse], faults: [] }

const countSchema = Joi.object({
  value: Joi.number().integer().required().description('The number of records of the segment.'),
  isEstimate: Joi.boolean()
    .required()
    .description(
      'Whether the number is estimated, because counting all records takes longer than a request waits. The exact number is counted in the background and returned by a later request.',
    ),
  sampleSize: Joi.number()
    .integer()
    .allow(null)
    .required()
    .description(
      'The number of records from which the number was estimated, evenly spread over the table; `null` for an exact number.',
    ),
  at: Joi.string().isoDate().required().description('The time to which the number applies.'),
})
  .description('The number of records of the segment.')
  .meta({ named: 'SegmentCount', describes: 'The number of records of a segment.' })

const segmentFields = {
  id: idOf('the segment'),
  dataTableId: idOf('the data table of the segment'),
  name: Joi.string().required().description(texts.name),
  description: Joi.string().allow('').required().description(texts.description),
  where: Joi.any().required().description(texts.where),
  createdAt: createdAtOf('the segment'),
}

const listedSchema = Joi.object({
  ...segmentFields,
  count: countSchema
    .allow(null)
    .required()
    .description(
      'The last exact count in the background, which segments of large tables have; `null` if there is none since the condition was changed, and for an API key without the scope `records:read`.',
    ),
})
  .description('A segment of a data table, as a list returns it.')
  .meta({ named: 'ListedSegment' })

const segmentSchema = Joi.object({
  ...segmentFields,
  count: countSchema
    .allow(null)
    .required()
    .description('The number of records; null for an API key without the scope `records:read`.'),
  usedBy: Joi.array()
    .items(
      Joi.object({
        kind: Joi.string()
          .valid('segment', 'spinner', 'view', 'job')
          .required()
          .description('The kind of the place.'),
        id: idOf('the place'),
        name: Joi.string().required().description('The name of the place.'),
      })
        .description('A place where a segment is used.')
        .meta({ named: 'SegmentUse' }),
    )
    .required()
    .description('The places where the segment is used. While there are any, it cannot be deleted.'),
  faults: Joi.array()
    .items(
      Joi.object({
        pointer: Joi.string()
          .required()
          .description('The place of the fault in the segment, a JSON pointer.'),
        code: Joi.string().required().description('The code of the fault.'),
        column: Joi.string().description('The column that the fault concerns.'),
        message: Joi.string().required().description('The fault in words.'),
      })
        .description('A part of the condition that can hold for no record.')
        .meta({
          named: 'SegmentFault',
          examples: [
            {
              pointer: '/where',
              code: 'COLUMN_TYPE',
              column: 'trial_ends',
              message:
                'The column "trial_ends" has the type number, so the comparison "before" holds for none of its values',
            },
          ],
        }),
    )
    .required()
    .description(
      'Comparisons that hold for no value of their column, because the type of the column was changed. Empty for a sound condition.',
    ),
})
  .description('A segment: a condition on the records of a data table, saved under a name.')
  .meta({ named: 'Segment' })

const segmentResponse = {
  description: 'The segment with its count and the places where it is used.',
  schema: segmentSchema,
  example: exampleSegment,
}

interface ShownSegment {
  readonly segment: StoredSegment
  readonly count: SegmentCount | null
  readonly uses: readonly SegmentUse[]
  readonly columns: readonly Column[]
}

function fieldsOf({ id, dataTableId, name, description: text, where: condition, createdAt }: StoredSegment) {
  return { id, dataTableId, name, description: text, where: condition, createdAt }
}

function answer(status: number, { segment, count, uses, columns }: ShownSegment): Answer {
  const faults = faultsOfTypes(segment.where, columns)
  return {
    status,
    body: { ...fieldsOf(segment), count, usedBy: uses, faults },
    headers: entityTag({ revision: revisionOfSegment(segment) }),
  }
}

/** Returns the routes for the segments of data tables. */
export function segmentRoutes(services: Services): Route[] {
  return [
    listSegmentsRoute(services),
    createSegmentRoute(services),
    seeSegmentRoute(services),
    changeSegmentRoute(services),
    deleteSegmentRoute(services),
    recordsOfSegmentRoute(services),
  ]
}

/** Reads a segment with everything that an answer shows of it. */
async function shown(
  { segments, countSegment, dataTableStore }: Services,
  caller: Pick<RouteCaller, 'organizationId' | 'scopes'>,
  id: string,
): Promise<ShownSegment> {
  const { organizationId } = caller
  const { segment, uses } = await segments.find(organizationId, id)
  const table = orNotFound(
    await dataTableStore.find(organizationId, segment.dataTableId),
    'Segment not found',
  )
  // Returns no count to a key that may not read records, because a condition with its count tells what a cell holds.
  const count = mayRead(caller, 'records:read') ? await countSegment.execute(segment) : null
  return { segment, uses, count, columns: table.columns }
}

function listSegmentsRoute({ segments }: Services): Route {
  return route<{ dataTableId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/data-tables/{dataTableId}/segments',
    operationId: 'segments.list',
    listsWhole: true,
    scope: 'tables:read',
    summary: 'List the segments of a table',
    description:
      'Returns the segments of a table by name. Counts are stored ones; `GET /segments/{segmentId}` counts.',
    params: ofTable,
    responses: { 200: listResponse('The segments of the table.', listedSchema, exampleListed) },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { dataTableId } }) => {
      const items = await segments.list(caller.organizationId, dataTableId)
      const isCounted = mayRead(caller, 'records:read')
      const shownItems = items.map((each) => ({ ...fieldsOf(each), count: isCounted ? each.count : null }))
      return { status: 200, body: { items: shownItems } }
    },
  })
}

function createSegmentRoute(services: Services): Route {
  return route<{ dataTableId: string }, SegmentWords>({
    ...common,
    method: 'POST',
    path: '/data-tables/{dataTableId}/segments',
    operationId: 'segments.create',
    scope: 'tables:write',
    summary: 'Create a segment',
    description: `Saves a condition on the records of a table under a name. The segment stores no list of records: whether a record belongs to it is decided when it is needed. Refused with CONFLICT if the table has a segment with this name, or ${maxSegments} segments.`,
    params: ofTable,
    body: {
      schema: Joi.object({
        name: segmentName.required(),
        description: description.default(''),
        where: where.required(),
      }),
      limit: segmentBody,
      examples: { one: { summary: 'A segment', value: exampleWords } },
    },
    responses: { 201: segmentResponse },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller, params: { dataTableId }, body, requester }) => {
      const { id } = await services.segments.create(requester(), dataTableId, body)
      return answer(201, await shown(services, caller, id))
    },
  })
}

function seeSegmentRoute(services: Services): Route {
  return route<{ segmentId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/segments/{segmentId}',
    operationId: 'segments.get',
    scope: 'tables:read',
    summary: 'See a segment',
    description:
      'Returns a segment, the number of its records, and the places where it is used. The number is exact, or an estimate if counting takes longer than about a quarter of a second.',
    params: ofSegment,
    responses: { 200: segmentResponse },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { segmentId } }) =>
      answer(200, await shown(services, caller, segmentId)),
  })
}

function changeSegmentRoute(services: Services): Route {
  return route<{ segmentId: string }, Partial<SegmentWords>>({
    ...common,
    method: 'PATCH',
    path: '/segments/{segmentId}',
    operationId: 'segments.update',
    scope: 'tables:write',
    summary: 'Change a segment',
    description:
      'Changes the name, the description or the condition of a segment. Omitted fields stay as they are. A new condition applies at once wherever the segment is used.',
    params: ofSegment,
    body: {
      schema: Joi.object({ name: segmentName, description, where }),
      limit: segmentBody,
      examples: { name: { summary: 'Another name', value: { name: 'Trial ends soon' } } },
    },
    responses: { 200: segmentResponse },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller, params: { segmentId }, body, revision, requester }) => {
      await services.segments.change(requester(), { id: segmentId, words: body, revision })
      return answer(200, await shown(services, caller, segmentId))
    },
  })
}

function deleteSegmentRoute({ segments }: Services): Route {
  return route<{ segmentId: string }, undefined>({
    ...common,
    method: 'DELETE',
    path: '/segments/{segmentId}',
    operationId: 'segments.delete',
    scope: 'tables:write',
    summary: 'Delete a segment',
    description:
      'Deletes a segment. The records stay as they are. Refused with CONFLICT while the segment is used; `usedBy` names the places.',
    params: ofSegment,
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ params: { segmentId }, requester }) => {
      await segments.delete(requester(), segmentId)
      return noContent
    },
  })
}

function recordsOfSegmentRoute({ segments, dataTableStore, recordStore }: Services): Route {
  return route<{ segmentId: string }, undefined, PageQuery & SearchQuery>({
    ...common,
    method: 'GET',
    path: '/segments/{segmentId}/records',
    operationId: 'segments.listRecords',
    scope: 'records:read',
    summary: 'List the records of a segment',
    description:
      'Returns the records that belong to a segment now, newest first, as a search of the table does (`GET /data-tables/{dataTableId}/records`). `q` and `where` narrow the list.',
    params: ofSegment,
    query: Joi.object({ ...searchFields, ...pageQuery }),
    responses: { 200: recordPage },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller, params: { segmentId }, query }) => {
      const { segment } = await segments.find(caller.organizationId, segmentId)
      const table = orNotFound(
        await dataTableStore.find(caller.organizationId, segment.dataTableId),
        'Segment not found',
      )
      const { words, where: narrower } = wholeSearchIn(query)
      const ofSegmentToo: Where = { segmentId: segment.id }
      const search = {
        words,
        where: narrower === null ? ofSegmentToo : { and: [ofSegmentToo, narrower] },
        sort: null,
      }
      assertSearch(search, table.columns)
      const { coverage, ...searched } = await recordStore.search(table.id, search, pageOfQuery(query))
      await recordStore.assertSameColumns(table)
      return { status: 200, body: { ...listBody(searched, presenterFor(table)), coverage } }
    },
  })
}
