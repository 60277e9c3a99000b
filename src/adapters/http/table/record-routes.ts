import Joi from 'joi'
import { DomainError } from '../../../domain/errors.ts'
import { type RecordOrder, recordOrders } from '../../../domain/table/record-order.ts'
import type { DataTableQueries } from '../../../ports/table/data-table-queries.ts'
import type { RecordQueries } from '../../../ports/table/record-queries.ts'
import type { DeleteRecord } from '../../../use-cases/table/delete-record.ts'
import type { ExportRecords } from '../../../use-cases/table/export-records.ts'
import {
  found,
  idInPath,
  listAnswer,
  listResponse,
  noContent,
  nothing,
  type PageQuery,
  pageOfQuery,
  pageQuery,
} from '../forms.ts'
import { type Route, route } from '../route.ts'
import { csvText } from './csv-text.ts'
import { exampleCsv, exampleRecord, recordPresenter, recordSchema } from './record-presenter.ts'

export interface RecordOptions {
  readonly deleteRecord: DeleteRecord
  readonly exportRecords: ExportRecords
  readonly dataTables: DataTableQueries
  readonly records: RecordQueries
}

interface RecordListQuery extends PageQuery {
  readonly order: RecordOrder
  readonly ids?: readonly string[]
}

const recordListQuery = Joi.object<RecordListQuery>({
  order: Joi.valid(...recordOrders)
    .default('arrival')
    .description('`arrival` if it is absent. A cursor is valid only for the order that it came from.'),
  ids: Joi.string()
    .pattern(/^[1-9]\d{0,17}(?:,[1-9]\d{0,17}){0,199}$/)
    .custom((text: string) => text.split(','))
    .description(
      'Only the records with these ids: at most 200, separated by commas, answered on one page in order of the ids. An id that is not in the table is left out. Cannot be combined with another parameter.',
    ),
  ...pageQuery,
}).custom((query: RecordListQuery, { original }) => {
  if (query.ids === undefined || Object.keys(original as object).length === 1) return query
  const message = 'cannot be combined with another parameter'
  throw new DomainError('VALIDATION_FAILED', {
    message: `The request is not of the documented form: #query/ids ${message}`,
    errors: [{ pointer: '#query/ids', code: 'NOT_ALLOWED', message }],
  })
})

const ofTable = Joi.object({ dataTableId: idInPath('The data table.') })
const common = { tag: 'Data tables', auth: { kind: 'session' } } as const

export function recordRoutes(options: RecordOptions): Route[] {
  const { deleteRecord, exportRecords, dataTables, records } = options
  return [
    route<{ dataTableId: string }, undefined, RecordListQuery>({
      ...common,
      method: 'GET',
      path: '/data-tables/{dataTableId}/records',
      summary: 'Browse records',
      description:
        'In order of arrival, or the newest first. Records that arrive while you page do not shift the pages. With `ids` only certain records, such as the recipients of a job.',
      params: ofTable,
      query: recordListQuery,
      responses: { 200: listResponse('A page of records.', recordSchema, exampleRecord) },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { dataTableId }, query }) => {
        const table = found(await dataTables.find(user.organizationId, dataTableId), 'Data table not found')
        const present = recordPresenter(table.columns.map(({ name }) => name))
        const page =
          query.ids === undefined
            ? await records.list(dataTableId, query.order, pageOfQuery(query))
            : { items: await records.some(dataTableId, query.ids), next: null }
        return listAnswer(page, present)
      },
    }),
    route<{ dataTableId: string; recordId: string }, undefined>({
      ...common,
      method: 'DELETE',
      path: '/data-tables/{dataTableId}/records/{recordId}',
      summary: 'Delete a record',
      description: 'The `records` meter is not refunded.',
      params: Joi.object({
        dataTableId: idInPath('The data table.'),
        recordId: Joi.string().required().description('The record.'),
      }),
      responses: { 204: nothing },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params, by }) => {
        await deleteRecord.execute({ organizationId: user.organizationId, ...params, by: by() })
        return noContent
      },
    }),
    route<{ dataTableId: string }, undefined, { raw: boolean }>({
      ...common,
      method: 'GET',
      path: '/data-tables/{dataTableId}/export',
      summary: 'Export a table as CSV',
      description:
        'Everything that had arrived when the export began. A cell that a spreadsheet would run as a formula is preceded by an apostrophe, unless `raw` is true.',
      params: ofTable,
      query: Joi.object({
        raw: Joi.boolean().default(false).description('Export every cell exactly as it is stored.'),
      }),
      responses: { 200: { description: 'The table.', contentType: 'text/csv', example: exampleCsv } },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { dataTableId }, query: { raw }, by }) => {
        const { organizationId } = user
        const exported = await exportRecords.execute({ organizationId, dataTableId, raw, by: by() })
        const { table } = exported
        const columns = table.columns.map(({ name }) => name)
        return {
          status: 200,
          body: csvText({ columns, records: exported.records, raw }),
          headers: {
            'Content-Type': 'text/csv; charset=utf-8',
            'Content-Disposition': `attachment; filename*=UTF-8''${fileName(table.name)}.csv`,
          },
        }
      },
    }),
  ]
}

/** RFC 8187: nothing but what cannot end the header or leave the folder. */
function fileName(name: string): string {
  return encodeURIComponent(name.replaceAll(/[/\\:*?"<>|]/g, '-')).replaceAll(/['()]/g, '-')
}
