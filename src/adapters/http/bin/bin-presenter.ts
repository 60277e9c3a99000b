import Joi from 'joi'
import { binKinds, daysInBin } from '../../../domain/bin/bin-entry.ts'
import { idOf, momentForm } from '../forms.ts'
import { actorSchema, exampleActor } from '../request/caller/actor-form.ts'

export const exampleEntry = {
  id: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9eb1',
  kind: 'records',
  name: 'Leads',
  projectId: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8c',
  dataTableId: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d',
  spinnerId: null,
  records: 64,
  deletedBy: exampleActor,
  deletedAt: '2026-11-20T09:00:00.000Z',
  deletesAt: '2026-12-20T09:00:00.000Z',
}

export const binEntrySchema = Joi.object({
  id: idOf('the entry'),
  kind: Joi.valid(...binKinds)
    .required()
    .description(
      'The kind of the deleted things: `records` (the records of one deletion), `dataTable` (a data table with its records) or `spinner` (a spinner with its versions).',
    ),
  name: Joi.string()
    .required()
    .description('The name of the spinner or of the data table at the time of the deletion.'),
  projectId: idOf('the project that held the deleted things'),
  dataTableId: idOf('the data table in the bin, or of the data table of the records or of the spinner'),
  spinnerId: Joi.string()
    .guid()
    .allow(null)
    .required()
    .description('The id of the spinner in the bin; `null` unless `kind` is `spinner`.'),
  records: Joi.number()
    .integer()
    .required()
    .description('The number of records that are still in this entry; 0 unless `kind` is `records`.'),
  deletedBy: actorSchema.required().description('The user or API key that deleted the things.'),
  deletedAt: momentForm.description(
    'The time of the deletion, in UTC (ISO 8601). For a deletion in several requests, the time of the first one.',
  ),
  deletesAt: momentForm.description(
    `The time from which the things cannot be restored, ${daysInBin} days after the deletion, in UTC (ISO 8601).`,
  ),
})
  .description(
    'An entry of the bin: a deleted data table, a deleted spinner, or the records of one deletion.',
  )
  .meta({ named: 'BinEntry' })
