import Joi from 'joi'
import type { ColumnChoice } from '../../../../domain/arrival/import/column-map.ts'
import { delimiters, encodings, type FileOptions } from '../../../../domain/arrival/import/file-options.ts'
import { DomainError } from '../../../../domain/errors.ts'
import { columnTypes, longestOption, mostOptions } from '../../../../domain/table/column-type.ts'
import { longestColumnName, mostColumns } from '../../../../domain/table/header.ts'
import type { Upload } from '../../request/body/upload.ts'
import { validator } from '../../request/validation.ts'

/** Options for reading a file and for importing its rows. */
export interface ImportOptions extends FileOptions {
  readonly columns?: readonly ColumnChoice[]
  readonly skipBadRows?: boolean
}

const reading = {
  encoding: Joi.valid(...encodings).description('UTF-8 unless told. Of a spreadsheet nothing is read of it.'),
  delimiter: Joi.valid(...delimiters).description('The one that the first line uses most, unless told.'),
  sheet: Joi.string()
    .max(255)
    .description(
      'Name of the sheet of a spreadsheet. Without it the first sheet that is not hidden is read.',
    ),
}

const columnInTable = Joi.string().max(longestColumnName)

const choice = Joi.object({
  from: Joi.alternatives(
    Joi.string().allow('').max(longestColumnName),
    Joi.number().integer().min(1).max(mostColumns),
  )
    .required()
    .description('The column of the file: its name in the header, or its place there, counted from 1.'),
  to: columnInTable.description('Fills this column of the table.'),
  ignore: Joi.valid(true).description('Is left out.'),
  create: Joi.object({
    name: columnInTable.required(),
    type: Joi.valid(...columnTypes),
    options: Joi.array().items(Joi.string().max(longestOption)).max(mostOptions).description('Of a choice.'),
  }).description('Becomes a new column of the table.'),
}).xor('to', 'ignore', 'create')

export const lookForm = Joi.object<FileOptions>(reading)

export const importForm = Joi.object<ImportOptions>({
  ...reading,
  columns: Joi.array()
    .items(choice)
    .max(mostColumns)
    .description(
      'What becomes of the columns of the file. Those that are not named go by their names. Columns of the table that nothing fills are empty in new records. Without this the header must name the columns of the table.',
    ),
  skipBadRows: Joi.boolean().description(
    'Leaves out rows that cannot be read, or that hold what does not fit a column, and keeps them in a file.',
  ),
}).meta({ named: 'ImportOptions' })

export const exampleOptions = {
  encoding: 'windows-1252',
  columns: [
    { from: 'E-Mail', to: 'email' },
    { from: 'Note', create: { name: 'note' } },
    { from: 'Internal', ignore: true },
  ],
  skipBadRows: true,
}

const lookOptions = validator(lookForm, { root: '#options', mayBeBroken: true })
const importOptions = validator(importForm, { root: '#options', mayBeBroken: true })

export function lookOptionsOf({ options }: Upload): FileOptions {
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
