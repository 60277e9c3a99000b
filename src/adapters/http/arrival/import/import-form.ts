import Joi from 'joi'
import type { ColumnChoice } from '../../../../domain/arrival/import/column-map.ts'
import { delimiters, encodings, type FileOptions } from '../../../../domain/arrival/import/file-options.ts'
import { DomainError } from '../../../../domain/errors.ts'
import { columnTypes, maxOptionLength, maxOptions } from '../../../../domain/table/column/column-type.ts'
import { maxColumnNameLength, maxColumns } from '../../../../domain/table/header.ts'
import type { Upload } from '../../request/body/upload.ts'
import { validator } from '../../request/validation.ts'

/** The form of the options for reading an uploaded file and for importing its rows. */
export interface ImportOptions extends FileOptions {
  readonly columns?: readonly ColumnChoice[]
  readonly skipBadRows?: boolean
}

const reading = {
  encoding: Joi.valid(...encodings).description(
    'The character encoding of a CSV, by its name in the Encoding Standard; `utf-8` by default. Ignored for a spreadsheet.',
  ),
  delimiter: Joi.valid(...delimiters).description(
    'The delimiter of a CSV; by default the delimiter that the first line uses most.',
  ),
  sheet: Joi.string()
    .max(255)
    .description('The name of the sheet of a spreadsheet; by default the first sheet that is not hidden.'),
}

const columnInTable = Joi.string().max(maxColumnNameLength)

const choice = Joi.object({
  from: Joi.alternatives(
    Joi.string().allow('').max(maxColumnNameLength),
    Joi.number().integer().min(1).max(maxColumns),
  )
    .required()
    .description('The column of the file: its name in the header, or its position, counted from 1.'),
  to: columnInTable.description(
    'The name of the column of the table that the column of the file fills. Exactly one of `to`, `ignore` and `create` is required.',
  ),
  ignore: Joi.valid(true).description('If true, the column of the file is not imported.'),
  create: Joi.object({
    name: columnInTable
      .required()
      .description(
        `The name of the new column: 1 to ${maxColumnNameLength} characters, unique in the table.`,
      ),
    type: Joi.valid(...columnTypes).description(
      'The type of the new column; `text` by default. Rows with a cell that does not fit the type are faulty.',
    ),
    options: Joi.array()
      .items(Joi.string().max(maxOptionLength))
      .max(maxOptions)
      .description(
        `The allowed values of a column of type \`choice\`, in the order in which people see them: 1 to ${maxOptions}, each up to ${maxOptionLength} characters.`,
      ),
  }).description('The settings of a new column of the table, which the column of the file fills.'),
}).xor('to', 'ignore', 'create')

export const filePreviewForm = Joi.object<FileOptions>(reading).description(
  'The settings for reading the file. Settings that are omitted are detected from the file.',
)

export const importForm = Joi.object<ImportOptions>({
  ...reading,
  columns: Joi.array()
    .items(choice)
    .max(maxColumns)
    .description(
      'The assignment of the columns of the file to columns of the table. Columns that are not listed are assigned by name. Columns of the table that nothing fills are empty in new records. Without this field, the header must name the columns of the table.',
    ),
  skipBadRows: Joi.boolean().description(
    'Whether to skip rows that cannot be read or that do not fit a column; false by default. Skipped rows are kept as a CSV with the reasons, for download. Otherwise one such row makes the import fail.',
  ),
})
  .description('The settings for reading the file and for importing its rows. All settings are optional.')
  .meta({ named: 'ImportOptions' })

export const exampleOptions = {
  encoding: 'windows-1252',
  columns: [
    { from: 'E-Mail', to: 'email' },
    { from: 'Note', create: { name: 'note' } },
    { from: 'Internal', ignore: true },
  ],
  skipBadRows: true,
}

const lookOptions = validator(filePreviewForm, { root: '#options', mayBeBroken: true })
const importOptions = validator(importForm, { root: '#options', mayBeBroken: true })

export function filePreviewOptionsOf({ options }: Upload): FileOptions {
  return lookOptions(jsonOf(options))
}

export function importOptionsOf({ options }: Upload): ImportOptions {
  return importOptions(jsonOf(options))
}

function jsonOf(text: string | null): unknown {
  if (text === null) return {}
  try {
    return JSON.parse(text)
  } catch {
    const message = 'The part "options" of the form is not JSON'
    const errors = [{ pointer: '#options', code: 'WRONG_FORM', message }]
    throw new DomainError('VALIDATION_FAILED', { message, errors })
  }
}
