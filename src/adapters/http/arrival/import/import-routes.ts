import Joi from 'joi'
import { proposedColumns } from '../../../../domain/arrival/import/proposed-columns.ts'
import { assertHeaderSize } from '../../../../domain/table/header.ts'
import type { DataTableQueries } from '../../../../ports/table/data-table-queries.ts'
import type { CheckImport } from '../../../../use-cases/arrival/import/check-import.ts'
import type { ImportPlaces } from '../../../../use-cases/arrival/import/import-places.ts'
import type { ImportRecords } from '../../../../use-cases/arrival/import/import-records.ts'
import { found, idInPath } from '../../forms.ts'
import { type Route, route } from '../../route.ts'
import { exampleCsv } from '../../table/record-presenter.ts'
import { lookAtFile } from '../file/file-look.ts'
import { OpenedFile } from '../file/opened-file.ts'
import { exampleOptions, importForm, importOptionsOf, lookForm, lookOptionsOf } from './import-form.ts'
import {
  exampleForecast,
  exampleLook,
  forecastSchema,
  importedSchema,
  lookSchema,
  presentForecast,
  presentImported,
  presentLook,
} from './import-presenter.ts'

export interface ImportRouteOptions {
  readonly importRecords: ImportRecords
  readonly checkImport: CheckImport
  readonly dataTables: DataTableQueries
  readonly places: ImportPlaces
}

const common = {
  method: 'POST',
  tag: 'Data tables',
  auth: { kind: 'session' },
  params: Joi.object({ dataTableId: idInPath('The data table.') }),
  // Merging a large file into a table with match columns takes up to a minute after its last row was
  // uploaded.
  takesLong: true,
} as const

const upload = {
  contentType: 'text/csv',
  example: exampleCsv,
  options: { schema: importForm, example: exampleOptions },
} as const

export function importRoutes({
  importRecords,
  checkImport,
  dataTables,
  places,
}: ImportRouteOptions): Route[] {
  return [
    route<{ dataTableId: string }, undefined>({
      ...common,
      path: '/data-tables/{dataTableId}/imports',
      summary: 'Import a file',
      description:
        'A CSV, delimited by comma, semicolon, tab or bar, or an Excel file (.xlsx) of up to 24 MB as the part `file` of a form. A CSV is UTF-8 unless the part `options`, before the file, says otherwise. On a table without columns the header row names them; otherwise it must name the same ones, in any order, unless `options` says what becomes of each. Every cell becomes text; dates and numbers of a spreadsheet as people see them. All rows are inserted or none, whatever the size of the file, but for those that `skipBadRows` leaves out; each counts on the `records` meter. In a table with match columns, rows whose record is there already update it or leave it as it is, and only new ones count.',
      upload,
      responses: {
        201: {
          description: 'Every row is in the table, or among those that were left out.',
          schema: importedSchema,
          example: { inserted: 1, columns: ['name', 'phone', 'email'] },
        },
      },
      errors: ['NOT_FOUND', 'CONFLICT', 'SCHEMA_MISMATCH', 'PLAN_LIMIT'],
      handle: async ({
        signedIn: { user },
        params: { dataTableId },
        upload: sent,
        giveWay,
        requestId,
        by,
      }) => {
        const file = await sent()
        const { columns = null, skipBadRows = false, ...reading } = importOptionsOf(file)
        const { organizationId } = user
        const opening = { ...reading, organizationId, tellsFaults: skipBadRows, giveWay }
        const source = new OpenedFile(file.content, opening)
        const command = { organizationId, dataTableId, source, choices: columns, skipBadRows }
        const imported = await importRecords.execute({ ...command, requestId, by: by() })
        return { status: 201, body: presentImported(imported) }
      },
    }),
    route<{ dataTableId: string }, undefined>({
      ...common,
      path: '/data-tables/{dataTableId}/imports/check',
      summary: 'See what an import would do',
      description:
        'Takes the same file with the same options, goes through all of it as an import does, and writes nothing: how many rows there are, which of them have faults, which are there already, and whether the plan has room.',
      upload,
      responses: {
        200: { description: 'What would happen.', schema: forecastSchema, example: exampleForecast },
      },
      errors: ['NOT_FOUND', 'SCHEMA_MISMATCH'],
      handle: async ({ signedIn: { user }, params: { dataTableId }, upload: sent, giveWay, gone }) => {
        const file = await sent()
        const { columns = null, skipBadRows = false, ...reading } = importOptionsOf(file)
        const { organizationId } = user
        const opening = { ...reading, organizationId, tellsFaults: true, giveWay, gone: gone() }
        const source = new OpenedFile(file.content, opening)
        const command = { organizationId, dataTableId, source, choices: columns, skipBadRows }
        return { status: 200, body: presentForecast(await checkImport.execute(command, giveWay)) }
      },
    }),
    route<{ dataTableId: string }, undefined>({
      ...common,
      path: '/data-tables/{dataTableId}/imports/look',
      summary: 'Look at the start of a file',
      description:
        'Says of which kind a file is, in what encoding and by which delimiter it seems to be written, and what its columns may be to the table. Of a CSV the first 256 kB are enough; of an Excel file all of it is needed. Nothing is written.',
      upload: { ...upload, options: { schema: lookForm, example: { encoding: 'windows-1252' } } },
      responses: { 200: { description: 'What its start says.', schema: lookSchema, example: exampleLook } },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { dataTableId }, upload: sent, giveWay, gone }) => {
        const { organizationId } = user
        const table = found(await dataTables.find(organizationId, dataTableId), 'Data table not found')
        const file = await sent()
        const options = { ...lookOptionsOf(file), organizationId, giveWay, gone: gone() }
        const leave = places.take(organizationId)
        try {
          const look = await lookAtFile(file.content, options)
          assertHeaderSize(look.header)
          return { status: 200, body: presentLook(look, proposedColumns(look.header, table.columns)) }
        } finally {
          leave()
        }
      },
    }),
  ]
}
