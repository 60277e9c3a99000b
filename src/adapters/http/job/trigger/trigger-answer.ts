import Joi from 'joi'
import type { MeterName } from '../../../../domain/plan/meter.ts'
import type { JobDetails, TriggerReceipt } from '../../../../ports/job/job-starter.ts'
import { idOf, momentForm, okForm } from '../../forms.ts'
import { exampleJobId } from '../../sender/message/reason-form.ts'

const count = Joi.number().integer().min(0)
const leftOf = (meter: MeterName, may: string) =>
  count
    .allow(null)
    .required()
    .description(
      `The number of further ${meter} that the organization may ${may} until the end of this calendar month (UTC), after this trigger was counted; null if the plan has no limit.`,
    )

export const excludedForm = Joi.object({
  code: Joi.valid('UNKNOWN', 'DUPLICATE')
    .required()
    .description(
      'The reason why named records are left out. `UNKNOWN`: the data table of the spinner has no such record. `DUPLICATE`: the request named the record before.',
    ),
  count: Joi.number()
    .integer()
    .min(1)
    .required()
    .description('The number of named records that are excluded for this reason.'),
})
  .description('The number of records that the request named but that are not recipients, for one reason.')
  .meta({ named: 'ExcludedCount', examples: [{ code: 'UNKNOWN', count: 2 }] })

export const unknownForm = Joi.array()
  .items(Joi.alternatives(Joi.string().allow(''), Joi.number(), Joi.boolean(), Joi.object().unknown(true)))
  .description(
    'The ids or match values of the request for which the data table has no record, as they were sent; absent if all records exist.',
  )

export const triggerResponse = {
  description:
    'The job is queued. If the body of the trigger chose any option, such as `match` or `scheduledAt`, the response also contains the size of the audience, the start time, and the jobs and records that the plan still allows.',
  schema: Joi.object({
    ok: okForm,
    jobId: idOf('the new job'),
    spinnerId: idOf('the spinner that was started'),
    audience: Joi.object({
      eligible: count.required().description('The number of recipients of the job.'),
      excluded: Joi.array()
        .items(excludedForm)
        .required()
        .description(
          'The counts of records that the request named but that are not recipients, one count for each reason; empty if there are none.',
        ),
    }).description(
      "The size of the job's audience; absent if the body of the trigger chose no option, such as `match` or `scheduledAt`. A recipient can still be skipped later; `reasons` of the job says why.",
    ),
    unknown: unknownForm,
    inserted: count.description(
      'The number of new records that the trigger added to the data table from its `records`. Records that the table already had are not counted. Absent if the trigger had no `records`.',
    ),
    left: Joi.object({ jobs: leftOf('jobs', 'start'), records: leftOf('records', 'add') }).description(
      'The numbers of further jobs and records that the plan allows in this calendar month (UTC), after this trigger was counted; absent if the body of the trigger chose no option, such as `match` or `scheduledAt`.',
    ),
    startsAt: momentForm
      .optional()
      .description(
        'The time for which the new job is scheduled, in UTC (ISO 8601): `scheduledAt` of the trigger, or the time of the request without `scheduledAt`. Absent if the body of the trigger chose no option, such as `match` or `scheduledAt`.',
      ),
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
}: JobDetails): object {
  return {
    audience: { eligible, excluded: excluded.map(({ code, count: times }) => ({ code, count: times })) },
    ...(unknown.length === 0 ? {} : { unknown }),
    ...(inserted === undefined ? {} : { inserted }),
    left: { jobs: jobsLeft, records: recordsLeft },
    startsAt,
  }
}
