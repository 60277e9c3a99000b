import Joi from 'joi'
import { proposedColumns } from '../../../../domain/arrival/import/proposed-columns.ts'
import { assertHeaderSize } from '../../../../domain/table/header.ts'
import { idInPath, orNotFound } from '../../forms.ts'
import { type Route, route } from '../../route.ts'
import type { Services } from '../../services.ts'
import { exampleCsv } from '../../table/record-presenter.ts'
import { previewFile } from '../file/file-preview.ts'
import { OpenedFile } from '../file/opened-file.ts'
import {
  exampleOptions,
  filePreviewForm,
  filePreviewOptionsOf,
  importForm,
  importOptionsOf,
} from './import-form.ts'
import {
  exampleFilePreview,
  exampleForecast,
  exampleImported,
  filePreviewSchema,
  forecastSchema,
  importedSchema,
  presentFilePreview,
  presentForecast,
  presentImported,
} from './import-presenter.ts'

const common = {
  method: 'POST',
  tag: 'Data tables',
  auth: { kind: 'session' },
  params: Joi.object({ dataTableId: idInPath('The id of the data table, a UUID.') }),
  // An import into a table with match columns may merge rows for a minute after a large file was uploaded.
  // The connection must stay open that long without traffic.
  takesLong: true,
} as const

const upload = {
  contentType: 'text/csv',
  example: exampleCsv,
  options: { schema: importForm, example: exampleOptions },
} as const

export function importRoutes(services: Services): Route[] {
  return [importRecordsRoute(services), checkImportRoute(services), previewFileRoute(services)]
}

function importRecordsRoute({ importRecords }: Services): Route {
  return route<{ dataTableId: string }, undefined>({
    ...common,
    path: '/data-tables/{dataTableId}/imports',
    operationId: 'imports.create',
    scope: 'records:write',
    summary: 'Import a file',
    description:
      'Imports a CSV (delimited by comma, semicolon, tab or bar) or an Excel file (.xlsx) of up to 24 MB. The file is the part `file` of a form. A CSV must be UTF-8, unless the part `options`, before the file, names another encoding. On a table without columns, the header row creates the columns. Otherwise the header must name the columns of the table, in any order, unless `options` assigns them. Every cell becomes text; dates and numbers of a spreadsheet are imported as people see them. All rows are inserted or none, except rows that `skipBadRows` skips. Each inserted row counts on the `records` meter. On a table with match columns, a row whose record already exists updates it or leaves it unchanged, and only new records count. A file that exceeds the plan is refused with PLAN_LIMIT, and a row that does not fit with VALIDATION_FAILED; nothing is written then. While the match columns of the table are being changed, a file is refused with CONFLICT. An organization can import two files at a time; further files are answered with OVERLOADED.\n\nA repeat of the request with the same `Idempotency-Key`, the same file and the same `options` adds no second record: it gets the first answer when its file has arrived. An import that was refused or cut off does not use its key.',
    upload,
    responses: {
      201: {
        description: 'Every row of the file is in the table, except the rows that were skipped.',
        schema: importedSchema,
        example: exampleImported,
      },
    },
    errors: ['NOT_FOUND', 'CONFLICT', 'SCHEMA_MISMATCH', 'PLAN_LIMIT'],
    handle: async (request) => {
      const { caller, params, upload: sent, yieldToOthers, requestId, by, stillAdmitted } = request
      const { dataTableId } = params
      const file = await sent()
      const { columns = null, skipBadRows = false, ...reading } = importOptionsOf(file)
      const { organizationId } = caller
      const opening = { ...reading, organizationId, tellsFaults: skipBadRows, yieldToOthers }
      const source = new OpenedFile(file.content, opening)
      const command = { organizationId, dataTableId, source, choices: columns, skipBadRows }
      const imported = await importRecords.execute({
        ...command,
        requestId,
        by: by(),
        assertAdmitted: stillAdmitted,
      })
      return { status: 201, body: presentImported(imported) }
    },
  })
}

function checkImportRoute({ checkImport }: Services): Route {
  return route<{ dataTableId: string }, undefined>({
    ...common,
    path: '/data-tables/{dataTableId}/imports/preview',
    operationId: 'imports.preview',
    idempotent: false,
    scope: 'records:write',
    summary: 'Preview an import',
    description:
      'Shows the result of an import before you start it. Reads the whole file with the same options as an import, and writes nothing. Returns the number of rows, their faults, the rows that are already in the table, and whether the plan has room. `CONFLICT` if the columns or settings of the table are changed meanwhile.',
    upload,
    responses: {
      200: {
        description: 'The expected result of the import.',
        schema: forecastSchema,
        example: exampleForecast,
      },
    },
    errors: ['NOT_FOUND', 'CONFLICT', 'SCHEMA_MISMATCH'],
    handle: async ({ caller, params: { dataTableId }, upload: sent, yieldToOthers, gone }) => {
      const file = await sent()
      const { columns = null, skipBadRows = false, ...reading } = importOptionsOf(file)
      const { organizationId } = caller
      const opening = { ...reading, organizationId, tellsFaults: true, yieldToOthers, gone: gone() }
      const source = new OpenedFile(file.content, opening)
      const command = { organizationId, dataTableId, source, choices: columns, skipBadRows }
      return { status: 200, body: presentForecast(await checkImport.execute(command, yieldToOthers)) }
    },
  })
}

function previewFileRoute({ dataTableStore, places }: Services): Route {
  return route<{ dataTableId: string }, undefined>({
    ...common,
    path: '/data-tables/{dataTableId}/imports/inspect',
    operationId: 'imports.inspect',
    idempotent: false,
    scope: 'records:write',
    summary: 'Inspect the start of a file',
    description:
      'Shows how a file would be read, before you choose the options of an import. Returns the kind, the probable encoding and the delimiter of a file, and a proposal for each of its columns. The first 256 kB of a CSV are enough; an Excel file must be complete. Writes nothing.',
    upload: { ...upload, options: { schema: filePreviewForm, example: { encoding: 'windows-1252' } } },
    responses: {
      200: {
        description: 'The format, the columns and the first rows of the file.',
        schema: filePreviewSchema,
        example: exampleFilePreview,
      },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { dataTableId }, upload: sent, yieldToOthers, gone }) => {
      const { organizationId } = caller
      const table = orNotFound(await dataTableStore.find(organizationId, dataTableId), 'Data table not found')
      const file = await sent()
      const options = { ...filePreviewOptionsOf(file), organizationId, yieldToOthers, gone: gone() }
      const leave = places.take(organizationId)
      try {
        const look = await previewFile(file.content, options)
        assertHeaderSize(look.header)
        return {
          status: 200,
          body: presentFilePreview(look, proposedColumns(look.header, table.columns, look.rows)),
        }
      } finally {
        leave()
      }
    },
  })
}
