import Joi from 'joi'
import type { ImportRecords } from '../../../use-cases/arrival/import-records.ts'
import { idInPath } from '../forms.ts'
import { type Route, route } from '../route.ts'
import { exampleCsv } from '../table/record-presenter.ts'
import { CsvRows } from './csv-rows.ts'

export interface ImportOptions {
  readonly importRecords: ImportRecords
}

export function importRoutes({ importRecords }: ImportOptions): Route[] {
  return [
    route<{ dataTableId: string }, undefined>({
      method: 'POST',
      path: '/data-tables/{dataTableId}/imports',
      summary: 'Import a CSV',
      description:
        'UTF-8, delimited by comma, semicolon, tab or bar. On a table without columns the header row names them; otherwise it must name the same ones, in any order. Every cell becomes text. All rows are inserted or none, whatever the size of the file; each counts on the `records` meter. In a table with match columns, rows whose record is there already update it or leave it as it is, and only new ones count.',
      tag: 'Data tables',
      auth: { kind: 'session' },
      params: Joi.object({ dataTableId: idInPath('The data table.') }),
      // A large file in a table with match columns is merged for a minute after its last row has come in.
      takesLong: true,
      upload: { contentType: 'text/csv', example: exampleCsv },
      responses: {
        201: {
          description: 'Every row is in the table.',
          schema: Joi.object({
            inserted: Joi.number().integer().required(),
            updated: Joi.number()
              .integer()
              .description('Records that rows of the file have changed; only of a table with match columns.'),
            unchanged: Joi.number()
              .integer()
              .description(
                'Rows that changed nothing, or that another row of the file stands for; only of a table with match columns.',
              ),
            columns: Joi.array().items(Joi.string()).required().description("The table's columns."),
          }).meta({ named: 'Imported' }),
          example: { inserted: 1, columns: ['name', 'phone', 'email'] },
        },
      },
      errors: ['NOT_FOUND', 'CONFLICT', 'SCHEMA_MISMATCH', 'PLAN_LIMIT'],
      handle: async ({ signedIn: { user }, params: { dataTableId }, upload, giveWay, requestId }) => {
        const source = new CsvRows((await upload()).content, giveWay)
        const { organizationId } = user
        const imported = await importRecords.execute({ organizationId, dataTableId, source, requestId })
        const { inserted, updated, unchanged, columns } = imported
        const matched = updated === undefined ? {} : { updated, unchanged }
        return { status: 201, body: { inserted, ...matched, columns } }
      },
    }),
  ]
}
