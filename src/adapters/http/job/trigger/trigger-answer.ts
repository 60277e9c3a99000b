import Joi from 'joi'
import type { ToldOfJob, TriggerReceipt } from '../../../../ports/job/job-intake.ts'
import { idForm, momentForm } from '../../forms.ts'
import { exampleJobId } from '../job-presenter.ts'

const count = Joi.number().integer().min(0)
const left = count
  .allow(null)
  .required()
  .description('How many are left of the month after this one; null for no limit.')

export const excludedForm = Joi.object({
  code: Joi.valid('UNKNOWN', 'DUPLICATE')
    .required()
    .description(
      '`UNKNOWN`: the table of the spinner has no such record. `DUPLICATE`: another that was named is the same record.',
    ),
  count: Joi.number().integer().min(1).required(),
}).meta({ named: 'ExcludedCount' })

export const unknownForm = Joi.array()
  .items(Joi.alternatives(Joi.string().allow(''), Joi.number(), Joi.boolean(), Joi.object().unknown(true)))
  .description('What was named and is not there, as it was sent. Absent where there is none.')

export const triggerResponse = {
  description:
    'The job is queued. Where anything was asked for in the body, the answer tells whom it is for, when it begins and what is left of the plan.',
  schema: Joi.object({
    ok: Joi.valid(true).required(),
    jobId: idForm,
    spinnerId: idForm,
    audience: Joi.object({
      eligible: count.required().description('How many recipients the job has.'),
      excluded: Joi.array().items(excludedForm).required().description('Why others who were named are none.'),
    }).description('Whom the job takes. What a recipient is skipped for later is in `reasons` of the job.'),
    unknown: unknownForm,
    inserted: count.description('How many of the `records` were added; the others were there already.'),
    left: Joi.object({ jobs: left, records: left }),
    startsAt: momentForm.optional(),
  }),
  example: {
    ok: true,
    jobId: exampleJobId,
    spinnerId: '01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f',
  },
}

export function triggerAnswer({ jobId, spinnerId, told }: TriggerReceipt): object {
  return told === undefined ? { ok: true, jobId, spinnerId } : { ok: true, jobId, spinnerId, ...shown(told) }
}

function shown({
  eligible,
  excluded,
  unknown,
  inserted,
  jobsLeft,
  recordsLeft,
  startsAt,
}: ToldOfJob): object {
  return {
    audience: { eligible, excluded: excluded.map(({ code, count: times }) => ({ code, count: times })) },
    ...(unknown.length === 0 ? {} : { unknown }),
    ...(inserted === undefined ? {} : { inserted }),
    left: { jobs: jobsLeft, records: recordsLeft },
    startsAt,
  }
}
