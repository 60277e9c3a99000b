import Joi from 'joi'
import type { Proposal } from '../../../../domain/arrival/import/proposed-columns.ts'
import { cutText } from '../../../../domain/storable-text.ts'
import type { ImportForecast } from '../../../../use-cases/arrival/import/check-import.ts'
import type { Imported } from '../../../../use-cases/arrival/import/import-records.ts'
import type { FileLook } from '../file/file-look.ts'

const count = Joi.number().integer()
const name = Joi.string().allow('')

const reasons = Joi.array().items(
  Joi.object({
    code: Joi.string().required(),
    column: name.allow(null).required().description('`null` where it is the row as a whole.'),
    count: count.required().description('Rows with this fault; a row may have several.'),
  }),
)

export const importedSchema = Joi.object({
  inserted: count.required(),
  updated: count.description(
    'Records that rows of the file have changed; only of a table with match columns.',
  ),
  unchanged: count.description(
    'Rows that changed nothing, or that another row of the file stands for; only of a table with match columns.',
  ),
  columns: Joi.array().items(Joi.string()).required().description("The table's columns."),
  leftOut: Joi.object({
    rows: count.required(),
    reasons: reasons.required(),
    arrivalId: Joi.string()
      .guid()
      .allow(null)
      .required()
      .description(
        'The arrival that holds the rows, whose body can be downloaded; `null` where there are none.',
      ),
  }).description('Only with `skipBadRows`.'),
}).meta({ named: 'Imported' })

export function presentImported({ inserted, updated, unchanged, columns, leftOut }: Imported): object {
  const matched = updated === undefined ? {} : { updated, unchanged }
  return { inserted, ...matched, columns, ...(leftOut === undefined ? {} : { leftOut }) }
}

const notes = Joi.array()
  .items(
    Joi.object({
      code: Joi.valid('HIDDEN_SHEET', 'SEPARATOR_LINE').required(),
      message: Joi.string().required().description('What was found, and what to do about it.'),
    }),
  )
  .required()
  .description('Remarks about how the file was read.')

export const forecastSchema = Joi.object({
  notes,
  rows: count.required().description('Of the file, without its header.'),
  columns: Joi.array()
    .items(
      Joi.object({
        from: name.required(),
        to: name.allow(null).required().description('`null` for one that is left out.'),
        isNew: Joi.boolean().required().description('Whether the table has it only from the import on.'),
      }),
    )
    .required(),
  missing: Joi.array()
    .items(name)
    .required()
    .description('Columns of the table that the file says nothing of.'),
  faultyRows: count.required().description('Those that `skipBadRows` leaves out.'),
  refusingRows: count
    .required()
    .description('Those of them for which the file is refused without `skipBadRows`.'),
  invalid: Joi.array()
    .items(
      Joi.object({
        column: name.allow(null).required().description('`null` where it is the row as a whole.'),
        code: Joi.string().required(),
        count: count.required(),
        refuses: Joi.boolean()
          .required()
          .description('Whether the file is refused for it without `skipBadRows`.'),
        samples: Joi.array()
          .items(Joi.object({ line: count.required(), value: name.required() }))
          .required(),
      }),
    )
    .required()
    .description(
      'Each fault of each row. A row with faults in several columns is counted with each of them.',
    ),
  duplicates: Joi.object({
    by: Joi.array().items(name).required().description('The match columns, or the column with addresses.'),
    inFile: count
      .allow(null)
      .required()
      .description(
        'Rows that say the same as one before them in the file; `null` in a file of more than five million different rows, of which it is not known.',
      ),
    inTable: count
      .allow(null)
      .required()
      .description(
        'Of the others, those that are in the table; `null` in a table too large to look through, and where `inFile` is.',
      ),
  })
    .allow(null)
    .required()
    .description('`null` where no column says which records are the same.'),
  wouldInsert: count
    .required()
    .description('At most, where `duplicates.inFile` is `null`: rows that are the same become one record.'),
  wouldUpdate: count.required().description('At most: a record that is the same already is not changed.'),
  plan: Joi.object({
    limit: count.allow(null).required(),
    left: count.allow(null).required().description('Records of this month; `null` without a limit.'),
  }).required(),
}).meta({ named: 'ImportForecast' })

export const exampleForecast = {
  notes: [],
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
      refuses: false,
      samples: [{ line: 31, value: 'ada@' }],
    },
  ],
  duplicates: { by: ['email'], inFile: 12, inTable: 200 },
  wouldInsert: 1274,
  wouldUpdate: 200,
  plan: { limit: 50000, left: 48211 },
}

export function presentForecast(forecast: ImportForecast): object {
  const {
    notes: found,
    rows,
    columns,
    missing,
    faulty,
    duplicates,
    wouldInsert,
    wouldUpdate,
    plan,
  } = forecast
  return {
    notes: found,
    rows,
    columns,
    missing,
    faultyRows: faulty.rows,
    refusingRows: faulty.refusing,
    invalid: faulty.groups,
    duplicates,
    wouldInsert,
    wouldUpdate,
    plan,
  }
}

export const lookSchema = Joi.object({
  kind: Joi.valid('csv', 'xlsx').required(),
  encoding: Joi.string()
    .allow(null)
    .required()
    .description('What was asked for, or else what its bytes look like; `null` of a spreadsheet.'),
  delimiter: Joi.string().allow(null).required(),
  sheet: name
    .allow(null)
    .required()
    .description(
      'Name of the sheet that is read: the first that is not hidden, unless `options` names another. `null` for a CSV.',
    ),
  sheets: Joi.array().items(name).required().description('Of a spreadsheet.'),
  notes,
  columns: Joi.array()
    .items(
      Joi.object({
        name: name.required().description('In the header.'),
        proposal: Joi.object({
          to: name,
          ignore: Joi.valid(true),
          create: Joi.object({ name: name.required() }),
        })
          .required()
          .description('What `columns` of an import may say of it.'),
      }),
    )
    .required(),
  rows: Joi.array()
    .items(Joi.object({ line: count.required(), cells: Joi.array().items(name).required() }))
    .required()
    .description('The first few; of each cell the first 200 characters.'),
}).meta({ named: 'FileLook' })

export const exampleLook = {
  kind: 'csv',
  encoding: 'windows-1252',
  delimiter: ';',
  sheet: null,
  sheets: [],
  notes: [],
  columns: [
    { name: 'Name', proposal: { to: 'name' } },
    { name: 'E-Mail', proposal: { to: 'email' } },
    { name: 'Internal', proposal: { ignore: true } },
  ],
  rows: [{ line: 2, cells: ['Ada Lovelace', 'ada@example.com', 'x'] }],
}

const longestCell = 200

export function presentLook(
  { kind, encoding, delimiter, sheet, sheets, notes: found, header, rows }: FileLook,
  proposals: readonly Proposal[],
): object {
  return {
    kind,
    encoding,
    delimiter,
    sheet,
    sheets,
    notes: found,
    columns: header.map((column, place) => ({
      name: column,
      proposal: proposals[place] ?? { ignore: true },
    })),
    rows: rows.map(({ line, cells }) => ({ line, cells: cells.map((cell) => cutText(cell, longestCell)) })),
  }
}
