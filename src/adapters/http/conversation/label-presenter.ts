import Joi from 'joi'
import { type Label, labelColors, labelKinds } from '../../../domain/conversation/label.ts'
import { givenName, idOf, momentForm } from '../forms.ts'

export const labelNameForm = givenName
  .max(60)
  .description('The name of the label, unique in the organization.')
export const labelColorForm = Joi.string()
  .valid(...labelColors)
  .description('The color of the label in the console.')

export const labelSchema = Joi.object({
  id: idOf('the label').description(
    'The id of the label, a UUID. The labels of the service have the same ids in every organization.',
  ),
  name: Joi.string().required().description('The name of the label.'),
  color: labelColorForm.required(),
  kind: Joi.alternatives(Joi.string().valid(...labelKinds), Joi.valid(null))
    .required()
    .description(
      'The meaning of a label of the service, which cannot be changed or deleted; `null` for a label that the organization has made.',
    ),
  createdAt: momentForm
    .allow(null)
    .description(
      'The time when the label was created, in UTC (ISO 8601); `null` for a label of the service.',
    ),
})
  .description('A label of threads.')
  .meta({ named: 'Label' })

export const exampleLabel = {
  id: '01980000-0000-7000-8000-000000000001',
  name: 'Interested',
  color: 'green',
  kind: 'interested',
  createdAt: null,
}

export function presentLabel({ id, name, color, kind, createdAt }: Label): object {
  return { id, name, color, kind, createdAt }
}
