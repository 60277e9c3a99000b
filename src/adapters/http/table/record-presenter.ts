import Joi from 'joi'
import type { DataRecord, RecordView } from '../../../domain/table/cell.ts'
import { momentForm } from '../forms.ts'

/** The form of a record, for the document; the domain's own loop checks those that come in. */
export const recordForm = Joi.object()
  .pattern(
    Joi.string(),
    Joi.alternatives(Joi.string().allow(''), Joi.number(), Joi.boolean(), Joi.valid(null)),
  )
  .meta({ named: 'Cells' })

/**
 * With its cells in the order of the table's columns, which the database does not keep; null in a column that came
 * later.
 */
export function recordPresenter(columns: readonly string[]): (record: RecordView) => object {
  return ({ id, data, createdAt }) => ({ id, data: inOrder(data, columns), createdAt })
}

function inOrder(data: DataRecord, columns: readonly string[]): DataRecord {
  return Object.fromEntries(
    columns.map((column) => [column, Object.hasOwn(data, column) ? (data[column] ?? null) : null]),
  )
}

export const recordSchema = Joi.object({
  id: Joi.string().required(),
  data: recordForm.required(),
  createdAt: momentForm,
}).meta({ named: 'TableRecord' })

export const exampleRecord = {
  id: '5120',
  data: { name: 'Ada Lovelace', phone: '+44 20 7946 0000', email: 'ada@example.com' },
  createdAt: '2026-11-20T09:00:00.000Z',
}

export const exampleCsv = 'name,phone,email\nAda Lovelace,+44 20 7946 0000,ada@example.com\n'
