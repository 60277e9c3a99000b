import Joi from 'joi'
import {
  type RehearsalResult,
  type RehearsalView,
  rehearsalStatuses,
  rehearsedOutcomes,
} from '../../../../domain/job/rehearsal/rehearsal.ts'
import { maxSamples } from '../../../../domain/job/rehearsal/samples.ts'
import { createdAtOf, idOf, momentForm } from '../../forms.ts'
import { reasonCodeForm } from '../../sender/message/reason-form.ts'
import { stepIndexWords, stepPathForm } from '../../sender/message/step-place-form.ts'
import { excludedForm } from '../../spinner/exclusion-form.ts'
import { messagePreview, stepTypeForm } from '../../spinner/step-forms.ts'
import { reasonCount } from '../job-presenter.ts'
import { unknownForm } from '../trigger/trigger-form.ts'

const count = Joi.number().integer().min(0).required()
const moment = momentForm.allow(null)

const figures = Joi.object({
  step: Joi.number().integer().min(0).required().description(stepIndexWords),
  path: stepPathForm,
  type: stepTypeForm.required(),
  sends: count.description('The number of recipients to whom the step would send its message.'),
  passes: count.description('The number of recipients that would pass the step without a message.'),
  skips: count.description(
    'The number of recipients that would end at the step as skipped, or stopped by a segment.',
  ),
  waits: count.description(
    'The number of recipients that would wait at the step. They also count by the result after the wait, unless its end cannot be known.',
  ),
  fails: count.description('The number of recipients that would end at the step as failed.'),
})
  .description('The expected number of recipients with each result at one step.')
  .meta({ named: 'StepFigures' })

const rehearsedStep = Joi.object({
  step: Joi.number().integer().min(0).required().description(stepIndexWords),
  path: stepPathForm,
  type: stepTypeForm.required(),
  status: Joi.valid(...rehearsedOutcomes)
    .required()
    .description(
      'The result of the step. `sends`: the recipient gets the message. `passes`: it continues without a message. `skips`: it ends as skipped, or stopped by a segment. `waits`: it waits at the step. `fails`: it ends as failed.',
    ),
  code: Joi.alternatives(reasonCodeForm, Joi.valid(null))
    .required()
    .description(
      'The stable code of the reason why the recipient is skipped, waits or fails; null otherwise. [/docs/errors](/docs/errors#reasons) explains each code.',
    ),
  reason: Joi.string()
    .allow(null)
    .required()
    .description('The reason in words why the recipient is skipped, waits or fails; null otherwise.'),
  at: momentForm.description(
    'The time when the recipient would reach the step, in UTC (ISO 8601). Limits of senders are left out of this time.',
  ),
  message: messagePreview
    .required()
    .description('The message that the step would send, with long texts shortened; null if it sends none.'),
})
  .description('The expected result of one step for one sample recipient.')
  .meta({ named: 'RehearsedStep' })

/** The form of the fields of a finished rehearsal. */
export const rehearsalFields = {
  spinnerId: idOf('the spinner that was rehearsed'),
  version: Joi.number()
    .integer()
    .allow(null)
    .required()
    .description('The number of the version that was rehearsed; null if it was the draft.'),
  audience: Joi.object({
    eligible: count.description(
      'The number of records that the job would take and that no segment excludes.',
    ),
    excluded: Joi.array()
      .items(excludedForm)
      .required()
      .description(
        'The counts of records to which the job would not write, one count for each reason; empty if there are none. Records that segments exclude (`IN_EXCLUDED_SEGMENT`, `NOT_IN_SEGMENT`) are recipients of the job, which skips them.',
      ),
  })
    .required()
    .description('The size of the audience that a job would have if it started now.'),
  unknown: unknownForm,
  steps: Joi.array()
    .items(figures)
    .required()
    .description(
      'The expected results of the recipients at every step of the version, counted, in the order of the steps.',
    ),
  reasons: Joi.array()
    .items(reasonCount)
    .required()
    .description(
      'The reasons why recipients would be skipped, wait or fail, with their numbers, most frequent first.',
    ),
  samples: Joi.array()
    .items(
      Joi.object({
        recordId: Joi.string()
          .required()
          .description(
            "The id of the sample recipient's record. `#0` is the first of the `records` in the request, which have no id yet.",
          ),
        steps: Joi.array()
          .items(rehearsedStep)
          .required()
          .description('The steps that the recipient would go through, in order, up to its end.'),
      })
        .description('A sample recipient of a rehearsal with the steps that it would go through.')
        .meta({ named: 'RehearsedSample' }),
    )
    .max(maxSamples)
    .required()
    .description(
      `Sample recipients with the steps that they would go through, at most ${maxSamples}, chosen to show each result, reason and step at least once if possible.`,
    ),
  usage: Joi.object({
    records: count.description(
      'The number of records by which the trigger would increase the meter `records`.',
    ),
    jobs: count.description(
      'The number of jobs by which the trigger would increase the meter `jobs`: always 1.',
    ),
  })
    .required()
    .description(
      'The amounts by which the trigger would increase the meters of the plan. The dry run or rehearsal itself uses none.',
    ),
  firstMessageAt: moment.description(
    'The time when the first message would be sent, in UTC (ISO 8601); null if there is no message or the spinner is paused.',
  ),
  lastMessageAt: moment.description(
    'The time when the last message would be sent, in UTC (ISO 8601). If the spinner has a pace, or senders have limits, it is an estimate by their days, ramps and gaps. Null if there is no message, if the time is more than three years ahead, or if the spinner is paused.',
  ),
  people: count.description('The number of people who would get at least one message.'),
  messagesToday: count.description(
    'The number of messages that would be sent today, by the time zone of the organization; 0 if the spinner is paused, or if the job starts on a later day.',
  ),
  maxPeoplePerDay: count.description(
    'The largest number of people who would get their first message on one day, within the send window, the pace of the spinner and the limits of senders.',
  ),
}

const rehearsalResultSchema = Joi.object(rehearsalFields)
  .description('The expected results of a job; null until the rehearsal is done.')
  .meta({ named: 'RehearsalResult' })

export function presentResult(result: RehearsalResult): object {
  const { spinnerId, version, audience, steps, reasons, samples, usage, ...forecast } = result
  const { firstMessageAt, lastMessageAt, people, messagesToday, maxPeoplePerDay } = forecast
  return {
    spinnerId,
    version,
    audience: {
      eligible: audience.eligible,
      excluded: audience.excluded.map((excluded) => ({ ...excluded })),
    },
    ...(audience.unknown.length === 0 ? {} : { unknown: audience.unknown }),
    steps: steps.map((step) => ({ ...step })),
    reasons: reasons.map((reason) => ({ ...reason })),
    samples: samples.map(({ recordId, steps: branch }) => ({
      recordId,
      steps: branch.map((step) => ({ ...step })),
    })),
    usage: { ...usage },
    firstMessageAt,
    lastMessageAt,
    people,
    messagesToday,
    maxPeoplePerDay,
  }
}

export const rehearsalSchema = Joi.object({
  id: idOf('the rehearsal'),
  spinnerId: idOf('the rehearsed spinner'),
  status: Joi.valid(...rehearsalStatuses)
    .required()
    .description(
      'The state of the rehearsal. `running`: poll again. `done`: `result` is there. `failed`: `error` has the reason. `interrupted`: its process ended; start a new rehearsal. `superseded`: a newer rehearsal of the spinner was started.',
    ),
  progress: Joi.object({
    done: count.description('The number of records for which the rehearsal has computed the result so far.'),
    of: count.description('The number of records in the audience.'),
  })
    .required()
    .description('The progress of the rehearsal, as a number of records and their total.'),
  result: rehearsalResultSchema.allow(null).required(),
  error: Joi.string()
    .allow(null)
    .required()
    .description('The reason in words why the rehearsal failed; null for any other state.'),
  expiresAt: moment.description(
    'The time until which a trigger may pass the id of the rehearsal in its field `rehearsal`, in UTC (ISO 8601); null until the rehearsal is done.',
  ),
  createdAt: createdAtOf('the rehearsal'),
})
  .description('A rehearsal: the computed results of a job that is not started.')
  .meta({ named: 'Rehearsal' })

export const exampleResult = {
  spinnerId: '01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f',
  version: 3,
  audience: { eligible: 1200, excluded: [] },
  steps: [
    { step: 0, path: '1', type: 'condition', sends: 0, passes: 1180, skips: 20, waits: 0, fails: 0 },
    { step: 1, path: '2', type: 'email', sends: 1101, passes: 0, skips: 72, waits: 0, fails: 7 },
  ],
  reasons: [
    { code: 'ALREADY_CONTACTED', status: 'skipped', count: 60 },
    { code: 'CONDITION_NOT_MET', status: 'skipped', count: 20 },
    { code: 'SUPPRESSED', status: 'skipped', count: 12 },
    { code: 'NOT_AN_ADDRESS', status: 'failed', count: 7 },
  ],
  samples: [
    {
      recordId: '5120',
      steps: [
        {
          step: 0,
          path: '1',
          type: 'condition',
          status: 'skips',
          code: 'CONDITION_NOT_MET',
          reason: 'The record does not meet the condition on "email"',
          at: '2026-11-21T09:00:00.000Z',
          message: null,
        },
      ],
    },
  ],
  usage: { records: 0, jobs: 1 },
  firstMessageAt: '2026-11-21T09:00:00.000Z',
  lastMessageAt: '2026-11-21T09:00:00.000Z',
  people: 118,
  messagesToday: 118,
  maxPeoplePerDay: 118,
}

export const exampleRehearsal = {
  id: '01936f60-1c7e-7d43-8b11-5e6f7a8b9c0d',
  spinnerId: exampleResult.spinnerId,
  status: 'done',
  progress: { done: 1200, of: 1200 },
  result: exampleResult,
  error: null,
  expiresAt: '2026-11-21T09:10:01.000Z',
  createdAt: '2026-11-21T09:00:00.000Z',
}

/** The error codes of a rehearsal: RATE_LIMITED, and the codes that it shares with a trigger. */
export const rehearsalErrors = [
  'SPINNER_NOT_FOUND',
  'TABLE_HAS_NO_SCHEMA',
  'TOO_MANY_RECIPIENTS',
  'SCHEMA_MISMATCH',
  'AUDIENCE_INVALID',
  'TRIGGER_DATA_MISMATCH',
  'RATE_LIMITED',
] as const

export function presentRehearsal(rehearsal: RehearsalView): object {
  return { ...rehearsal, result: rehearsal.result && presentResult(rehearsal.result) }
}
