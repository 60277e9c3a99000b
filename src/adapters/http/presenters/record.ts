import Joi from 'joi'
import type { RecordView } from '../../../domain/table/cell.ts'
import { momentForm } from '../forms.ts'

/** The form of a record, for the document; the domain's own loop checks those that come in. */
export const recordForm = Joi.object().pattern(
  Joi.string(),
  Joi.alternatives(Joi.string().allow(''), Joi.number(), Joi.boolean(), Joi.valid(null)),
)

export function presentRecord({ id, data, createdAt }: RecordView): object {
  return { id, data, createdAt }
}

export const recordSchema = Joi.object({
  id: Joi.string().required(),
  data: recordForm.required(),
  createdAt: momentForm,
})

export const exampleRecord = {
  id: '5120',
  data: { name: 'Ada Lovelace', phone: '+44 20 7946 0000', email: 'ada@example.com' },
  createdAt: '2026-11-20T09:00:00.000Z',
}
