import Joi from 'joi'
import type { ColumnProposal } from '../../../../domain/arrival/import/proposed-columns.ts'
import { cutText } from '../../../../domain/text/storable-text.ts'
import type { ImportForecast } from '../../../../use-cases/arrival/import/check-import.ts'
import type { Imported } from '../../../../use-cases/arrival/import/import-records.ts'
import type { FilePreview } from '../file/file-preview.ts'

const count = Joi.number().integer()
const name = Joi.string().allow('')

const codeText = 'The stable code of the fault, such as `NOT_AN_EMAIL` or `RAGGED` (a wrong number of cells).'

const reasons = Joi.array().items(
  Joi.object({
    code: Joi.string().required().description(codeText),
    column: name
      .allow(null)
      .required()
      .description('The column with the fault; `null` if the whole row is faulty.'),
    count: count.required().description('The number of rows with this fault. A row may have several faults.'),
  }),
)

export const importedSchema = Joi.object({
  inserted: count
    .required()
    .description('The number of inserted records, which count on the `records` meter of the plan.'),
  updated: count.description(
    'The number of existing records that rows of the file updated; present only for a table with match columns.',
  ),
  unchanged: count.description(
    'The number of rows that changed nothing, or that another row of the file replaces; present only for a table with match columns.',
  ),
  columns: Joi.array()
    .items(Joi.string())
    .required()
    .description('The columns of the data table after the import, in their order.'),
  leftOut: Joi.object({
    rows: count
      .required()
      .description(
        'The number of rows of the file that were not imported because they have a fault; 0 if no row has a fault.',
      ),
    reasons: reasons
      .required()
      .description('The faults of the rows that were not imported, grouped by column and code.'),
    arrivalId: Joi.string()
      .guid()
      .allow(null)
      .required()
      .description(
        'The id of the arrival that holds the skipped rows for download; `null` if no row was skipped.',
      ),
  }).description(
    'The rows of the file that were not imported because they have a fault; present only with `skipBadRows`.',
  ),
})
  .description('The result of an import.')
  .meta({ named: 'Imported' })

export const exampleImported = {
  inserted: 1486,
  columns: ['name', 'phone', 'email'],
  leftOut: {
    rows: 14,
    reasons: [{ code: 'NOT_AN_EMAIL', column: 'email', count: 14 }],
    arrivalId: '01936f4e-9c1d-7a00-8123-5d6e7f809112',
  },
}

export function presentImported({ inserted, updated, unchanged, columns, leftOut }: Imported): object {
  const matched = updated === undefined ? {} : { updated, unchanged }
  return { inserted, ...matched, columns, ...(leftOut === undefined ? {} : { leftOut }) }
}

const warningsForm = Joi.array()
  .items(
    Joi.object({
      code: Joi.valid('HIDDEN_SHEET', 'SEPARATOR_LINE')
        .required()
        .description(
          'The code of the note: `HIDDEN_SHEET` (the sheet that is read is hidden, or a hidden sheet is skipped) or `SEPARATOR_LINE` (the first line only names the delimiter).',
        ),
      message: Joi.string()
        .required()
        .description(
          'The note about how the uploaded file was read, as a sentence for people with advice on what to do.',
        ),
    }),
  )
  .required()
  .description(
    'Notes about how the uploaded file was read, such as a hidden sheet that was skipped; empty if there are none.',
  )

export const forecastSchema = Joi.object({
  warnings: warningsForm,
  rows: count
    .required()
    .description('The number of rows in the file, without the header and rows without a value.'),
  columns: Joi.array()
    .items(
      Joi.object({
        from: name.required().description('The name of the column in the header of the file.'),
        to: name
          .allow(null)
          .required()
          .description(
            'The column of the table that the column of the file fills; `null` if the column of the file is not imported.',
          ),
        isNew: Joi.boolean().required().description('Whether the import creates the column of the table.'),
      }),
    )
    .required()
    .description('The columns of the file in their order, each with the column of the table that it fills.'),
  missing: Joi.array()
    .items(name)
    .required()
    .description('The columns of the table that no column of the file fills.'),
  faultyRows: count
    .required()
    .description('The number of rows of the file that an import with `skipBadRows` would skip.'),
  refusingRows: count
    .required()
    .description(
      'The count of rows with a fault that makes the import fail without `skipBadRows`; 0 if there is none.',
    ),
  invalid: Joi.array()
    .items(
      Joi.object({
        column: name
          .allow(null)
          .required()
          .description('The column with the fault; `null` if the whole row is faulty.'),
        code: Joi.string().required().description(codeText),
        count: count.required().description('The number of rows with this fault in this column.'),
        isRefused: Joi.boolean()
          .required()
          .description('Whether the fault makes the import fail without `skipBadRows`.'),
        samples: Joi.array()
          .items(
            Joi.object({
              line: count
                .required()
                .description('The line of the file on which the row ends, counted from 1.'),
              value: name
                .required()
                .description(
                  'The faulty cell, at most 200 characters; the whole row if the fault is about no single column.',
                ),
            }),
          )
          .required()
          .description('The first five values of the file with this fault, with their lines.'),
      }),
    )
    .required()
    .description(
      'The faults in the rows of the file, by column and code. A row with faults in several columns counts for each of them.',
    ),
  withoutAddress: Joi.object({
    columns: Joi.array()
      .items(name)
      .required()
      .description(
        'The columns for e-mail addresses that the file fills; in these rows all of them are empty.',
      ),
    rows: count.required().description('The number of imported rows without an e-mail address.'),
    lines: Joi.array()
      .items(count)
      .required()
      .description('The lines of the first five of these rows, counted from 1.'),
  })
    .allow(null)
    .required()
    .description(
      'The rows that the import would insert or update without an e-mail address, so that no e-mail can be sent to these people; `null` if the file fills no column for addresses.',
    ),
  duplicates: Joi.object({
    by: Joi.array()
      .items(name)
      .required()
      .description(
        'The columns by which duplicates are found: the match columns, or the column with e-mail addresses.',
      ),
    inFile: count
      .allow(null)
      .required()
      .description(
        'The number of rows whose record is already in an earlier row of the file; `null` if the file has more than five million different rows.',
      ),
    inTable: count
      .allow(null)
      .required()
      .description(
        'The number of the remaining rows whose record is already in the table; `null` if the table is too large to search, or `inFile` is `null`.',
      ),
  })
    .allow(null)
    .required()
    .description('The duplicates in the file and in the table; `null` if no column identifies a record.'),
  wouldInsert: count
    .required()
    .description(
      'The number of records that the import would insert. It is an upper limit if `duplicates.inFile` is `null`, because equal rows become one record.',
    ),
  wouldUpdate: count
    .required()
    .description(
      'The largest number of records that the import would change. A record that is already equal does not change.',
    ),
  plan: Joi.object({
    limit: count
      .allow(null)
      .required()
      .description(
        'The number of records that the plan allows in a calendar month (UTC); `null` for no limit.',
      ),
    remaining: count
      .allow(null)
      .required()
      .description('The number of records that may still be added this month; `null` for no limit.'),
  })
    .required()
    .description(
      'The `records` meter of the plan. The import fails with PLAN_LIMIT if it inserts more records than are left.',
    ),
})
  .description('The expected result of an import, with the faults of the file.')
  .meta({ named: 'ImportForecast' })

export const exampleForecast = {
  warnings: [],
  rows: 1500,
  columns: [
    { from: 'Name', to: 'name', isNew: false },
    { from: 'E-Mail', to: 'email', isNew: false },
    { from: 'Internal', to: null, isNew: false },
  ],
  missing: ['phone'],
  faultyRows: 14,
  refusingRows: 0,
  invalid: [
    {
      column: 'email',
      code: 'NOT_AN_EMAIL',
      count: 14,
      isRefused: false,
      samples: [{ line: 31, value: 'ada@' }],
    },
  ],
  withoutAddress: { columns: ['email'], rows: 3, lines: [7, 44, 190] },
  duplicates: { by: ['email'], inFile: 12, inTable: 200 },
  wouldInsert: 1274,
  wouldUpdate: 200,
  plan: { limit: 50000, remaining: 48211 },
}

export function presentForecast(forecast: ImportForecast): object {
  const {
    warnings,
    rows,
    columns,
    missing,
    faulty,
    withoutAddress,
    duplicates,
    wouldInsert,
    wouldUpdate,
    plan,
  } = forecast
  return {
    warnings,
    rows,
    columns,
    missing,
    faultyRows: faulty.rows,
    refusingRows: faulty.refusing,
    invalid: faulty.groups,
    withoutAddress,
    duplicates,
    wouldInsert,
    wouldUpdate,
    plan,
  }
}

export const filePreviewSchema = Joi.object({
  kind: Joi.valid('csv', 'xlsx')
    .required()
    .description('The kind of the file: `csv` (text with delimiters) or `xlsx` (an Excel workbook).'),
  encoding: Joi.string()
    .allow(null)
    .required()
    .description(
      'The encoding of a CSV: the requested encoding, or the encoding that its bytes suggest; `null` for a spreadsheet.',
    ),
  delimiter: Joi.string()
    .allow(null)
    .required()
    .description('The delimiter of a CSV: comma, semicolon, tab or bar; `null` for a spreadsheet.'),
  sheet: name
    .allow(null)
    .required()
    .description(
      'The name of the sheet that is read: the sheet in `options`, or the first sheet that is not hidden; `null` for a CSV.',
    ),
  sheets: Joi.array()
    .items(name)
    .required()
    .description('The names of the sheets of a spreadsheet; empty for a CSV.'),
  warnings: warningsForm,
  columns: Joi.array()
    .items(
      Joi.object({
        name: name.required().description('The name of the column in the header of the file.'),
        proposal: Joi.object({
          to: name.description('The name of the existing column that the column of the file would fill.'),
          ignore: Joi.valid(true).description(
            'Always `true`; present if the column of the file would not be imported.',
          ),
          create: Joi.object({
            name: name.required().description('The name that the new column would have.'),
            type: Joi.valid('number', 'date', 'email').description(
              'The type that all of at least three values of the column have, in up to 200 rows; absent for text. Postal codes, phone numbers and ids stay text.',
            ),
          }).description(
            'The new column that the import would create for the column of the file; absent if it would create none.',
          ),
        })
          .required()
          .description(
            'The proposed use of the column: an existing column (`to`), a new column (`create`) or none (`ignore`). Add `from` to send it in `columns` of an import.',
          ),
      }),
    )
    .required()
    .description('The columns of the file in their order, each with a proposal for the import.'),
  rows: Joi.array()
    .items(
      Joi.object({
        line: count.required().description('The line of the file on which the row ends, counted from 1.'),
        cells: Joi.array()
          .items(name)
          .required()
          .description('The cells of the row in the order of the columns, at most 200 characters each.'),
      }),
    )
    .required()
    .description('The first rows of the file after its header, at most 10.'),
})
  .description('The format, the columns and the first rows of a file.')
  .meta({ named: 'FilePreview' })

export const exampleFilePreview = {
  kind: 'csv',
  encoding: 'windows-1252',
  delimiter: ';',
  sheet: null,
  sheets: [],
  warnings: [],
  columns: [
    { name: 'Name', proposal: { to: 'name' } },
    { name: 'E-Mail', proposal: { to: 'email' } },
    { name: 'Internal', proposal: { ignore: true } },
  ],
  rows: [{ line: 2, cells: ['Ada Lovelace', 'ada@example.com', 'x'] }],
}

const maxCellLength = 200
const maxRowsShown = 10

export function presentFilePreview(
  { kind, encoding, delimiter, sheet, sheets, warnings, header, rows }: FilePreview,
  proposals: readonly ColumnProposal[],
): object {
  return {
    kind,
    encoding,
    delimiter,
    sheet,
    sheets,
    warnings,
    columns: header.map((column, place) => ({
      name: column,
      proposal: proposals[place] ?? { ignore: true },
    })),
    rows: rows.slice(0, maxRowsShown).map(({ line, cells }) => ({
      line,
      cells: cells.map((cell) => cutText(cell, maxCellLength)),
    })),
  }
}
