import Joi from 'joi'
import type { DataRecord, RecordView } from '../../../domain/record-cells.ts'
import { faultOfType } from '../../../domain/table/column/column-type.ts'
import type { Column } from '../../../domain/table/data-table.ts'
import { createdAtOf } from '../forms.ts'

export const cellForm = Joi.alternatives(Joi.string().allow(''), Joi.number(), Joi.boolean(), Joi.valid(null))

const exampleCells = { name: 'Ada Lovelace', phone: '+44 20 7946 0000', email: 'ada@example.com' }

/**
 * The form of a record for the OpenAPI document. Incoming records are checked by a loop of the domain
 * instead, not by Joi.
 */
export const recordForm = Joi.object()
  .pattern(Joi.string(), cellForm)
  .description(
    'The cells of a record by the names of their columns. A cell is a text, a number, a boolean or null.',
  )
  .meta({ named: 'Cells' })

export const recordIdForm = Joi.string()
  .required()
  .description('The id of the record: a whole number of 1 to 18 digits, as text.')

/**
 * Returns a function that presents records with their cells in the order of the table's columns, which the
 * database does not keep. A column that the record lacks is null.
 */
export function recordPresenter(
  columns: readonly string[],
  typed: readonly Column[] = [],
): (record: RecordView) => object {
  const checked = typed.filter(({ type }) => type !== undefined)
  return ({ id, data, createdAt }) => {
    const mismatches = checked.filter((column) => faultOfType(column, data[column.name] ?? null) !== null)
    return {
      id,
      data: inOrder(data, columns),
      createdAt,
      ...(mismatches.length === 0 ? {} : { mismatches: mismatches.map(({ name }) => name) }),
    }
  }
}

function inOrder(data: DataRecord, columns: readonly string[]): DataRecord {
  return Object.fromEntries(
    columns.map((column) => [column, Object.hasOwn(data, column) ? (data[column] ?? null) : null]),
  )
}

export const exampleRecord = {
  id: '5120',
  data: exampleCells,
  createdAt: '2026-11-20T09:00:00.000Z',
}

export const recordSchema = Joi.object({
  id: recordIdForm,
  data: recordForm.required(),
  createdAt: createdAtOf('the record'),
  mismatches: Joi.array()
    .items(Joi.string())
    .description(
      'The names of the columns whose cell does not fit the type of the column; absent if all cells fit.',
    ),
})
  .description('A record (row) of a data table.')
  .meta({ named: 'TableRecord' })

export const exampleCsv = 'name,phone,email\nAda Lovelace,+44 20 7946 0000,ada@example.com\n'
