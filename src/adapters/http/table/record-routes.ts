import Joi from 'joi'
import { DomainError } from '../../../domain/errors.ts'
import { type DataRecord, type RecordView, revisionOfRecord } from '../../../domain/record-cells.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import { type RecordOrder, recordOrders } from '../../../domain/table/record-order.ts'
import { assertSearch, type RecordSearch } from '../../../domain/table/search/record-search.ts'
import { maxDeletedAtOnce } from '../../../use-cases/table/records/records.ts'
import { csvText } from '../../streams/csv-text.ts'
import {
  emptyResponse,
  idInPath,
  listAnswer,
  listBody,
  listResponse,
  noContent,
  orNotFound,
  type PageQuery,
  pageOfQuery,
  pageQuery,
  smallBody,
  uuid,
} from '../forms.ts'
import { replayHeaders } from '../request/idempotency.ts'
import { entityTag } from '../request/revision.ts'
import { whileAdmitted } from '../request/while-admitted.ts'
import type { Answer } from '../response.ts'
import { mayRead, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import { changeRecordsRoute, mayNotCompare } from './change-records-route.ts'
import {
  exampleCsv,
  exampleRecord,
  recordForm,
  recordIdForm,
  recordPresenter,
  recordSchema,
} from './record-presenter.ts'
import { type SearchQuery, searchFields, wholeSearchIn } from './search-form.ts'

interface RecordListQuery extends PageQuery, SearchQuery {
  readonly order: RecordOrder
  readonly ids?: readonly string[]
  readonly sort?: string
}

const recordListQuery = Joi.object<RecordListQuery>({
  order: Joi.valid(...recordOrders)
    .default('asc')
    .description(
      'The order of the records: `asc` (ascending, the default) or `desc` (descending), by the column `sort`, or by arrival without one. Records that are searched without a `sort` come newest first. A cursor is valid only for the order of its page.',
    ),
  ids: Joi.string()
    .pattern(/^[1-9]\d{0,17}(?:,[1-9]\d{0,17}){0,199}$/)
    .custom((text: string) => text.split(','))
    .description(
      'Returns only the records with these ids, at most 200, separated by commas. They come on one page in the order of their ids; unknown ids are skipped. Cannot be combined with another parameter.',
    ),
  ...searchFields,
  sort: Joi.string()
    .max(200)
    .description('The name of the column by which the records are ordered. Empty cells come last.'),
  ...pageQuery,
  cursor: Joi.string()
    .max(2_000)
    .description('The `nextCursor` of the previous page; omit it for the first page.'),
}).custom((query: RecordListQuery, { original }) => {
  if (query.ids === undefined || Object.keys(original as object).length === 1) return query
  const message = 'cannot be combined with another parameter'
  throw new DomainError('VALIDATION_FAILED', {
    message: `The request is not valid: #query/ids ${message}`,
    errors: [{ pointer: '#query/ids', code: 'NOT_ALLOWED', message }],
  })
})

/** Returns the search of a list request; null for a list of all records. */
function searchIn({ q, where, sort, order }: RecordListQuery): RecordSearch | null {
  if (q === undefined && where === undefined && sort === undefined) return null
  return {
    ...wholeSearchIn({ q, where }),
    sort: sort === undefined ? null : { column: sort, order: order ?? 'asc' },
  }
}

export const recordPage = listResponse('A page of records.', recordSchema, exampleRecord, {
  coverage: Joi.object({
    isComplete: Joi.boolean()
      .required()
      .description(
        'Whether this page and the pages after it contain every matching record, in order. False if only a part of the table was searched, because no index covers the search.',
      ),
    searched: Joi.number()
      .integer()
      .required()
      .description('The number of records that were searched for this page.'),
    offers: Joi.array()
      .items(Joi.string().allow(null))
      .required()
      .description(
        'The columns for which an index would make the search complete; `null` stands for the words of all columns.',
      ),
  })
    .description(
      'How many records the search covered, and whether it covered all; present only with `q`, `where` or `sort`.',
    )
    .meta({ named: 'SearchCoverage', examples: [{ isComplete: false, searched: 20_000, offers: ['size'] }] }),
})

/** The maximum number of ids on a page of matching records. */
const maxMatched = 5_000

const matchingPage = {
  description: 'A page of the ids of matching records.',
  schema: Joi.object({
    ids: Joi.array()
      .items(Joi.string())
      .required()
      .description('The ids of matching records, newest first. The list may be empty before the last page.'),
    start: Joi.string()
      .allow(null)
      .required()
      .description(
        'A cursor that begins with the first of these records, so that later arrivals are not found; `null` if the page is empty.',
      ),
    nextCursor: Joi.string()
      .allow(null)
      .required()
      .description('The cursor of the next page; `null` on the last page.'),
  })
    .description('The ids of some of the records that match a search.')
    .meta({ named: 'MatchingRecords' }),
  example: { ids: ['5121', '5120'], start: 'MDAwMDAwMDAwMDAwMDAwOQ.5122', nextCursor: null },
}

export const presenterFor = ({ columns }: Pick<DataTable, 'columns'>) =>
  recordPresenter(
    columns.map(({ name }) => name),
    columns,
  )

const cellsBody = 1024 * 1024

const typedCells = recordForm.required()
const addedForm = Joi.object({
  recordId: Joi.string()
    .allow(null)
    .required()
    .description(
      'The id of the inserted record; `null` if the table already has the record, or in the response to a repeat with the same `Idempotency-Key`.',
    ),
  inserted: Joi.number()
    .integer()
    .required()
    .description('The number of records that were inserted: 1, or 0 if the table already has the record.'),
  updated: Joi.number()
    .integer()
    .description(
      'The number of existing records that were updated, 0 or 1; present only for a table with match columns.',
    ),
  unchanged: Joi.number()
    .integer()
    .description(
      'The number of existing records that stay as they were, 0 or 1; present only for a table with match columns.',
    ),
})
  .description(
    'The result of adding one record: it was inserted, it updated an existing record, or it changed nothing.',
  )
  .meta({ named: 'AddedRecord' })

const ofTable = Joi.object({ dataTableId: idInPath('The id of the data table, a UUID.') })
const ofRecord = Joi.object({
  dataTableId: idInPath('The id of the data table, a UUID.'),
  recordId: recordIdForm,
})
const common = { tag: 'Data tables', auth: { kind: 'session' } } as const

export function recordRoutes(services: Services): Route[] {
  return [
    listRecordsRoute(services),
    matchingRecordsRoute(services),
    addRecordRoute(services),
    changeRecordsRoute(services),
    deleteRecordsRoute(services),
    seeRecordRoute(services),
    changeRecordRoute(services),
    deleteRecordRoute(services),
    exportRecordsRoute(services),
  ]
}

function listRecordsRoute({ dataTableStore, recordStore }: Services): Route {
  return route<{ dataTableId: string }, undefined, RecordListQuery>({
    ...common,
    method: 'GET',
    path: '/data-tables/{dataTableId}/records',
    operationId: 'records.list',
    scope: 'records:read',
    summary: 'Browse records',
    description:
      'Returns records in order of arrival, or newest first. New records do not shift the pages. If `ids` is given, only these records are returned, such as the recipients of a job.\n\nIf `q`, `where` or `sort` is given, the records are searched, and the response contains `coverage`. If no index of the table covers the search (PUT /data-tables/{dataTableId}/indexes), only a part of the table is searched, newest records first. `complete` is false then, `offers` names the columns for which an index would help, and `nextCursor` continues the search.\n\n`CONFLICT` if the columns or settings of the table are changed while the records are read; send the request again.',
    params: ofTable,
    query: recordListQuery,
    responses: { 200: recordPage },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller, params: { dataTableId }, query }) => {
      const table = orNotFound(
        await dataTableStore.find(caller.organizationId, dataTableId),
        'Data table not found',
      )
      const present = presenterFor(table)
      const recordSearch = searchIn(query)
      if (recordSearch !== null) {
        assertSearch(recordSearch, table.columns)
        const { coverage, ...searched } = await recordStore.search(
          dataTableId,
          recordSearch,
          pageOfQuery(query),
        )
        await recordStore.assertSameColumns(table)
        return { status: 200, body: { ...listBody(searched, present), coverage } }
      }
      const page =
        query.ids === undefined
          ? await recordStore.list(dataTableId, query.order, pageOfQuery(query))
          : { items: await recordStore.some(dataTableId, query.ids), next: null }
      await recordStore.assertSameColumns(table)
      return listAnswer(page, present)
    },
  })
}

function matchingRecordsRoute({ dataTableStore, recordStore }: Services): Route {
  return route<{ dataTableId: string }, undefined, SearchQuery & { cursor?: string }>({
    ...common,
    method: 'GET',
    path: '/data-tables/{dataTableId}/records/matching',
    operationId: 'records.listMatching',
    scope: 'records:read',
    summary: 'List the ids of all matching records',
    description: `Returns the ids of all records that match, newest first, on pages of at most ${maxMatched}, such as to delete or change them. A page may have fewer ids, because the time for it is limited; \`nextCursor\` continues until it is null. Unlike a search, every matching record is found, with or without an index. To find the same records again, and no later arrivals, begin with the \`start\` of the first page that has one. \`CONFLICT\` if the columns or settings of the table are changed while the records are read; send the request again.`,
    params: ofTable,
    query: Joi.object({
      ...searchFields,
      cursor: Joi.string()
        .max(2_000)
        .description('The `nextCursor` of the previous page, or a `start`; omit it for the first page.'),
    }),
    responses: { 200: matchingPage },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller, params: { dataTableId }, query }) => {
      const table = orNotFound(
        await dataTableStore.find(caller.organizationId, dataTableId),
        'Data table not found',
      )
      const search = wholeSearchIn(query)
      assertSearch({ ...search, sort: null }, table.columns)
      const page = { limit: maxMatched, after: query.cursor ?? null }
      const { items, start, next } = await recordStore.matching(dataTableId, search, page)
      await recordStore.assertSameColumns(table)
      return { status: 200, body: { ids: items.map(({ id }) => id), start, nextCursor: next } }
    },
  })
}

function addRecordRoute({ addRecord }: Services): Route {
  return route<{ dataTableId: string }, { data: DataRecord }>({
    ...common,
    method: 'POST',
    path: '/data-tables/{dataTableId}/records',
    operationId: 'records.create',
    scope: 'records:write',
    summary: 'Add a record',
    description:
      'Adds one record that a person has entered; programs use the public ingest routes. Omitted columns are null. Refused with VALIDATION_FAILED if a cell does not fit the type of its column. In a table with match columns, an existing record may be updated instead: it keeps the cells of omitted columns, and null empties a cell. An inserted record counts on the `records` meter of the plan. A repeat of the request with the same `Idempotency-Key` adds no second record.',
    idempotent: 'byUseCase',
    params: ofTable,
    body: {
      schema: Joi.object({ data: typedCells }),
      limit: cellsBody,
      examples: { one: { summary: 'A record', value: { data: exampleRecord.data } } },
    },
    responses: {
      201: {
        description:
          'The entered record is in the table, as a new record or as an update of an existing one.',
        schema: addedForm,
        example: { recordId: '5120', inserted: 1 },
      },
    },
    errors: ['NOT_FOUND', 'TABLE_HAS_NO_SCHEMA', 'SCHEMA_MISMATCH', 'PLAN_LIMIT'],
    handle: async ({ caller, params: { dataTableId }, body: { data }, idempotency, requestId, by }) => {
      const { organizationId } = caller
      const command = { organizationId, dataTableId, data, idempotency, requestId, by: by() }
      const { answer, replayed } = await addRecord.execute(command)
      return { status: 201, body: answer, headers: replayHeaders(replayed) }
    },
  })
}

function deleteRecordsRoute({ records }: Services): Route {
  return route<{ dataTableId: string }, { ids: readonly string[]; deletionId?: string }>({
    ...common,
    method: 'POST',
    path: '/data-tables/{dataTableId}/records/delete',
    operationId: 'records.deleteMany',
    scope: 'records:write',
    summary: 'Delete several records',
    description:
      'Deletes the records with these ids; unknown ids are ignored. The records stay in the bin for 30 days (POST /bin/{entryId}/restore), and the `records` meter is not refunded. To delete more records than one request can take, send the `deletionId` of the first answer with the next requests; all are one entry of the bin then, and its 30 days begin with the last request. Refused with CONFLICT if that deletion began more than a day ago. Without it, the records join the entry that the same user or API key has begun for this table within the last minute. To restore only the records of one request, send their ids as `recordIds`.',
    params: ofTable,
    body: {
      schema: Joi.object({
        ids: Joi.array()
          .items(Joi.string().pattern(/^[1-9]\d{0,17}$/))
          .min(1)
          .max(maxDeletedAtOnce)
          .required()
          .description(`The ids of the records to delete, 1 to ${maxDeletedAtOnce}.`),
        deletionId: uuid.description(
          'The `deletionId` of an earlier answer for this table, to put the records into the same entry of the bin; omit it for a new entry.',
        ),
      }),
      limit: smallBody,
      examples: { two: { summary: 'Two records', value: { ids: ['5120', '5121'] } } },
    },
    responses: {
      200: {
        description: 'The number of records that were deleted.',
        schema: Joi.object({
          deleted: Joi.number()
            .integer()
            .required()
            .description('The number of deleted records; unknown ids do not count.'),
          deletionId: Joi.string()
            .guid()
            .allow(null)
            .required()
            .description('The id of the entry of the bin with the records; `null` if none was deleted.'),
        })
          .description('The result of deleting several records.')
          .meta({ named: 'Deleted' }),
        example: { deleted: 2, deletionId: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9eb1' },
      },
    },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ params: { dataTableId }, body: { ids, deletionId = null }, requester }) => {
      const order = { dataTableId, recordIds: ids, deletionId }
      return { status: 200, body: await records.deleteSeveral(requester(), order) }
    },
  })
}

interface RecordParams {
  readonly dataTableId: string
  readonly recordId: string
}

function seeRecordRoute(services: Services): Route {
  return route<RecordParams, undefined>({
    ...common,
    method: 'GET',
    path: '/data-tables/{dataTableId}/records/{recordId}',
    operationId: 'records.get',
    scope: 'records:read',
    summary: 'See a record',
    description:
      'Returns a record. `CONFLICT` if the columns or settings of the table are changed while the record is read; send the request again.',
    params: ofRecord,
    responses: {
      200: { description: 'The record with its cells.', schema: recordSchema, example: exampleRecord },
    },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller, params }) => {
      const { table, record } = await storedRecord(services, caller.organizationId, params)
      await services.recordStore.assertSameColumns(table)
      return recordAnswer(table, record)
    },
  })
}

async function storedRecord(
  { dataTableStore, recordStore }: Services,
  organizationId: string,
  { dataTableId, recordId }: RecordParams,
) {
  const table = orNotFound(await dataTableStore.find(organizationId, dataTableId), 'Data table not found')
  const [record] = await recordStore.some(dataTableId, [recordId])
  return { table, record: orNotFound(record ?? null, 'Record not found') }
}

function recordAnswer(table: DataTable, record: RecordView): Answer {
  const headers = entityTag({ revision: revisionOfRecord(record.data, table.columns) })
  return { status: 200, body: presenterFor(table)(record), headers }
}

function changeRecordRoute(services: Services): Route {
  return route<RecordParams, { data: DataRecord }>({
    ...common,
    method: 'PATCH',
    path: '/data-tables/{dataTableId}/records/{recordId}',
    operationId: 'records.update',
    scope: 'records:write',
    summary: 'Change cells of a record',
    description:
      'Changes the given cells; the other cells stay. Refused with VALIDATION_FAILED if a cell does not fit the type of its column, and with CONFLICT if another record is the same by the match columns, or if the columns of the table changed meanwhile. A recipient that waits for the change continues. An API key without the scope `records:read` gets only the cells that it has sent, and its requests with `If-Match` are refused with MISSING_SCOPE, because these would show the values of cells. The change does not add the record to an audience, and does not count on a meter.',
    params: ofRecord,
    body: {
      schema: Joi.object({ data: typedCells }),
      limit: cellsBody,
      examples: { one: { summary: 'One cell', value: { data: { phone: '+44 20 7946 0001' } } } },
    },
    responses: {
      200: { description: 'The record with its new cells.', schema: recordSchema, example: exampleRecord },
    },
    errors: ['NOT_FOUND', 'TABLE_HAS_NO_SCHEMA', 'SCHEMA_MISMATCH', 'CONFLICT'],
    handle: async ({ caller, params, body: { data }, revision, requestId, requester }) => {
      const reads = mayRead(caller, 'records:read')
      if (!reads && revision !== null) throw mayNotCompare('If-Match')
      await services.records.change(requester(), { ...params, data, revision, requestId })
      const { table, record } = await storedRecord(services, caller.organizationId, params)
      if (reads) return recordAnswer(table, record)
      const columns = table.columns.filter(({ name }) => Object.hasOwn(data, name))
      return { status: 200, body: presenterFor({ ...table, columns })(record) }
    },
  })
}

function deleteRecordRoute({ records }: Services): Route {
  return route<{ dataTableId: string; recordId: string }, undefined>({
    ...common,
    method: 'DELETE',
    path: '/data-tables/{dataTableId}/records/{recordId}',
    operationId: 'records.delete',
    scope: 'records:write',
    summary: 'Delete a record',
    description:
      'Deletes a record. It stays in the bin for 30 days, and the `records` meter is not refunded.',
    params: ofRecord,
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND'],
    handle: async ({ params, requester }) => {
      await records.delete(requester(), params.dataTableId, params.recordId)
      return noContent
    },
  })
}

function exportRecordsRoute({ records }: Services): Route {
  return route<{ dataTableId: string }, undefined, SearchQuery & { raw: boolean }>({
    ...common,
    method: 'GET',
    path: '/data-tables/{dataTableId}/export',
    operationId: 'records.export',
    scope: 'records:read',
    summary: 'Export a table as CSV',
    description:
      'Returns all records that the table had when the export started, as CSV in UTF-8 with a header row. If `q` or `where` is given, only the records that match are returned, newest first. A cell that a spreadsheet would run as a formula is preceded by an apostrophe, unless `raw` is true. `RATE_LIMITED` while the session or API key reads another export.',
    params: ofTable,
    takesLong: true,
    exports: true,
    query: Joi.object({
      raw: Joi.boolean()
        .default(false)
        .description('Whether to export every cell exactly as it is stored; false by default.'),
      ...searchFields,
    }),
    responses: {
      200: {
        description: 'The records of the table as CSV.',
        contentType: 'text/csv',
        example: exampleCsv,
      },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ params: { dataTableId }, query, requester, stillAdmitted }) => {
      const { raw, q, where } = query
      const search = q === undefined && where === undefined ? null : wholeSearchIn(query)
      const exported = await records.export(requester(), { dataTableId, raw, search })
      const { table } = exported
      const columns = table.columns.map(({ name }) => name)
      return {
        status: 200,
        body: csvText({
          columns,
          records: whileAdmitted(exported.records, stillAdmitted),
          raw,
          lineEnd: 'unix',
        }),
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename*=UTF-8''${fileName(table.name)}.csv`,
        },
      }
    },
  })
}

/**
 * Returns the file name of a download in the encoding of RFC 8187, without characters that could end the
 * header or leave the folder.
 */
function fileName(name: string): string {
  return encodeURIComponent(name.replaceAll(/[/\\:*?"<>|]/g, '-')).replaceAll(/['()]/g, '-')
}
