import Joi from 'joi'
import { DomainError } from '../../../domain/errors.ts'
import { maxColumnNameLength } from '../../../domain/table/header.ts'
import { maxMatchColumns } from '../../../domain/table/match.ts'
import type { Duplicates } from '../../../use-cases/table/find-duplicates.ts'
import { exampleRecord, recordPresenter, recordSchema } from './record-presenter.ts'

export const countryForm = Joi.string()
  .pattern(/^[A-Z]{2}$/)
  .description(
    'The country of phone numbers without a country prefix, as two capital letters such as `US` or `DE` (ISO 3166-1).',
  )

export interface DuplicatesQuery {
  readonly columns: readonly string[]
  readonly newerBy?: string
  readonly defaultCountry?: string
}

export const duplicatesQuery = Joi.object<DuplicatesQuery>({
  columns: Joi.string()
    .min(1)
    .max((maxColumnNameLength + 1) * maxMatchColumns)
    .custom(namesIn)
    .required()
    .description(
      `The match columns: 1 to ${maxMatchColumns} names, separated by commas. Use a JSON list if a name contains a comma.`,
    ),
  newerBy: Joi.string()
    .max(maxColumnNameLength)
    .description(
      'The name of the column by which newer records are recognized, such as a time. Without it, later records count as newer.',
    ),
  defaultCountry: countryForm,
})

function namesIn(text: string): readonly string[] {
  const names = text.startsWith('[') ? listIn(text) : text.split(',').map((name) => name.trim())
  const isList = names.length > 0 && names.length <= maxMatchColumns && new Set(names).size === names.length
  if (isList) return names
  const message = `must be 1 to ${maxMatchColumns} different column names`
  throw new DomainError('VALIDATION_FAILED', {
    message: `The request is not valid: #query/columns ${message}`,
    errors: [{ pointer: '#query/columns', code: 'WRONG_FORM', message }],
  })
}

/**
 * Returns the names of columns in a query: a JSON list or a comma-separated list. Text that is not a JSON
 * list is split at its commas, because a name may begin with a bracket.
 */
function listIn(text: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list) && list.every((name) => typeof name === 'string')) return list
  } catch {}
  return text.split(',')
}

const counted = Joi.number().integer().required()

export const exampleDuplicates = {
  columns: [{ name: 'email', kind: 'email' }],
  groups: 1,
  records: 2,
  unmatched: 0,
  items: [{ records: 2, primary: exampleRecord, merged: [{ ...exampleRecord, id: '5121' }] }],
}

export const duplicatesSchema = Joi.object({
  columns: Joi.array()
    .items(
      Joi.object({
        name: Joi.string().required().description('The name of the match column.'),
        kind: Joi.valid('email', 'phone', 'text')
          .required()
          .description(
            'The way in which the values of the match column are compared. It depends on the name of the column.',
          ),
      }),
    )
    .required()
    .description(
      'The match columns that the request named, each with the way in which its values are compared: `email`, `phone` or `text`.',
    ),
  groups: counted.description('The number of groups of records that would be merged.'),
  records: counted.description('The number of records in the groups that would be merged.'),
  unmatched: counted.description(
    'The number of records without a value in one of the match columns, which stay as they are.',
  ),
  items: Joi.array()
    .items(
      Joi.object({
        records: counted.description('The number of records in this group of duplicates.'),
        primary: recordSchema.required(),
        merged: Joi.array()
          .items(recordSchema)
          .required()
          .description('The first five records that would be merged into `primary` and then deleted.'),
      }),
    )
    .required()
    .description(
      'The first 20 groups of duplicates. `primary` is the oldest record of the group with the newest values.',
    ),
})
  .description('The records that would be merged if these match columns were set.')
  .meta({ named: 'Duplicates' })

export function presentDuplicates(found: Duplicates): object {
  const { columns, tableColumns, groups, records, unmatched, items } = found
  const present = recordPresenter(tableColumns)
  return {
    columns,
    groups,
    records,
    unmatched,
    items: items.map(({ records: count, primary, merged }) => ({
      records: count,
      primary: present(primary),
      merged: merged.map(present),
    })),
  }
}
