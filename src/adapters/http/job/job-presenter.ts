import Joi from 'joi'
import { hintOf, type JobView, jobSources, jobStatuses } from '../../../domain/job/job.ts'
import { maxAttempts, type RecipientView } from '../../../domain/job/recipient/recipient.ts'
import { recipientStatuses } from '../../../domain/job/recipient/recipient-status.ts'
import { reasonCatalogue } from '../../../domain/reason.ts'
import { type SenderPause } from '../../../domain/sender/pacing/breaker.ts'
import { type Program, pathOf } from '../../../domain/spinner/steps/program.ts'
import { createdAtOf, idOf, momentForm, uuid } from '../forms.ts'
import { actorSchema } from '../request/caller/actor-form.ts'
import { documented } from '../request/documented.ts'
import { exampleJobId, reasonCodeForm, reasonForm } from '../sender/message/reason-form.ts'
import { stepIndexWords, stepPathForm } from '../sender/message/step-place-form.ts'
import { pauseOfSender, pauseOfSenderSchema, pauseSchema } from '../sender/pause-presenter.ts'

const count = Joi.number().integer().min(0).required()

const stoppedCount = Joi.number()
  .integer()
  .min(1)
  .description(
    'The number of recipients that an exit of the spinner stopped, such as a reply, a bounce or an unsubscribe; absent if there are none.',
  )

/** The forms of the numbers of recipients by state, which a job, its progress and its steps show. */
export const countOf = {
  pending: count.description(
    'The number of recipients that are due or whose processing has not begun. In a cancelled job they get no further message.',
  ),
  waiting: count.description(
    'The number of recipients that wait, for example in a wait step, for the send window, for a limit or for a retry.',
  ),
  done: count.description('The number of recipients that completed their last step.'),
  skipped: count.description(
    'The number of recipients that ended early on purpose, for example because of a condition, a suppression or an earlier contact.',
  ),
  failed: count.description(
    'The number of recipients that ended with a failure. `POST /jobs/{jobId}/retry-failed` retries them.',
  ),
  unconfirmed: count.description(
    'The number of unconfirmed recipients: their message may have been sent or not. It is not sent again, except by a retry that names the code `RESTORED`, to recipients with this reason.',
  ),
}

const countsSchema = Joi.object({
  total: count.description(
    'The number of recipients of the job: the sum of all other counts. Records that were deleted before the job reached them do not count.',
  ),
  ...countOf,
  stopped: stoppedCount,
})
  .description('The number of recipients of a job in each state. Each recipient counts once.')
  .meta({ named: 'JobCounts' })

/** The form of a job's status; the description explains each value. */
const jobStatusForm = Joi.valid(...jobStatuses)
  .required()
  .description(
    'The status of the job. `queued`: it has not started. `running`: recipients have steps to go. `paused`: nothing is sent until it is resumed. `completed`: every recipient has ended, with or without failures. `failed`: the job as a whole failed, not only recipients. `cancelled`: a person cancelled it. The last three are final.',
  )

const startedAtForm = momentForm
  .allow(null)
  .description(
    'The time when a runtime process began the job, in UTC (ISO 8601); null while the job has not started.',
  )

const finishedAtForm = momentForm
  .allow(null)
  .description(
    'The time when the job was completed, failed or was cancelled, in UTC (ISO 8601); null until then.',
  )

/** The form of a recipient's state; the description explains each value. */
const recipientStatusForm = Joi.valid(...recipientStatuses)
  .required()
  .description(
    'The state of the recipient, or of the recipients that are counted. `pending`: due soon. `waiting`: due later. `done`: completed. `skipped`: ended early on purpose. `failed`: ended with a failure. `unconfirmed`: the message may have been sent or not. `stopped`: ended by an exit, such as a reply. All but the first two are final.',
  )

export const hintForm = Joi.string().description(
  'Advice for people if the job does not progress: it is paused, or no runtime process is running.',
)

/** The forms of the fields of a job that the public API and the console share. */
export const jobFields = {
  spinnerId: idOf('the spinner whose version the job runs'),
  status: jobStatusForm,
  counts: countsSchema.required(),
  createdAt: createdAtOf('the job'),
  startedAt: startedAtForm,
  finishedAt: finishedAtForm,
}

/**
 * Returns a job as the public API shows it. The fields `reasons` and `hint` are left out if there are none.
 */
export function presentPublicJob(job: JobView): object {
  const { id, spinnerId, status, counts, createdAt, startedAt, finishedAt } = job
  const hint = hintOf(job)
  const fields = { jobId: id, spinnerId, status, counts, createdAt, startedAt, finishedAt }
  const reasons = job.reasons.map((reason) => ({ ...reason }))
  return {
    ...fields,
    ...(job.startsAt === null ? {} : { startsAt: job.startsAt }),
    ...(reasons.length === 0 ? {} : { reasons }),
    ...(hint === null ? {} : { hint }),
  }
}

export const reasonCount = Joi.object({
  code: reasonCodeForm
    .required()
    .description(
      'The stable code of the reason why these recipients are in their state; [/docs/errors](/docs/errors#reasons) explains each code.',
    ),
  status: recipientStatusForm,
  count: count.description('The number of recipients in this state for this reason.'),
})
  .description('The number of recipients in one state for one reason.')
  .meta({ named: 'ReasonCount' })

const senderPause = pauseOfSenderSchema(
  'SenderPause',
  {
    senderId: idOf('the paused sender'),
    senderName: Joi.string().required().description('The name of the paused sender, as recipients see it.'),
  },
  { senderId: '01936f52-4fa1-7076-9e44-92a3b4c5d6e7', senderName: 'Ada Lovelace' },
)

/**
 * Returns a job as the console's routes show it. Beyond the public API it has the spinner's version and
 * `source`: whether the console or the API started the job.
 */
export function presentJob(job: JobView): object {
  return documented(jobSchema, {
    ...job,
    pause: job.pause && { ...job.pause, until: null },
    senderPauses: job.senderPauses.map(presentPause),
    hint: hintOf(job),
  })
}

function presentPause(pause: SenderPause): object {
  const { senderId, senderName } = pause
  return { senderId, senderName, ...pauseOfSender(pause) }
}

const jobLink = Joi.object({
  id: idOf('the retry'),
  status: jobStatusForm,
  createdAt: createdAtOf('the retry'),
})
  .description('A job that retries failed recipients of another job.')
  .meta({
    named: 'JobLink',
    examples: [
      {
        id: '01936f53-5fb2-7187-8f55-a3b4c5d6e7f8',
        status: 'completed',
        createdAt: '2026-11-20T11:00:00.000Z',
      },
    ],
  })

export const jobSchema = Joi.object({
  id: idOf('the job'),
  spinnerVersion: Joi.number()
    .integer()
    .required()
    .description(
      'The number of the version that the job runs, from 1. It changes only if a newer version is published with `moveRecipients` and the job continues by it.',
    ),
  source: Joi.valid(...jobSources)
    .required()
    .description(
      'The origin of the job: `api` (a call with an API key), `app` (a signed-in person), `records` (new records), `segment` (entries into a segment) or `schedule` (the schedule of the spinner).',
    ),
  startedBy: actorSchema
    .allow(null)
    .required()
    .description(
      'The user or API key that started the job. Null for an automatic start, and for jobs from before this was stored.',
    ),
  ...jobFields,
  reasons: Joi.array()
    .items(reasonCount)
    .required()
    .description(
      'The reasons why recipients were skipped, failed, are unconfirmed, wait or were stopped, with their numbers, most frequent first. [/docs/errors](/docs/errors#reasons) explains the codes.',
    ),
  startsAt: momentForm
    .allow(null)
    .description(
      'The time for which the trigger scheduled the job (`scheduledAt`), in UTC (ISO 8601); until then the job is `queued`. Null if the job was not scheduled for later.',
    ),
  pause: pauseSchema
    .allow(null)
    .required()
    .description('The pause of the job; null if the job is not paused.'),
  nextDueAt: momentForm
    .allow(null)
    .description(
      'The earliest time at which waiting recipients continue, in UTC (ISO 8601). Null if none waits, and while the job is not `running`.',
    ),
  expectedEnd: momentForm
    .allow(null)
    .description(
      'The expected end of the job, in UTC (ISO 8601), estimated from its waiting recipients and the wait steps ahead of them. Null if recipients are pending, if none waits, and while the job is not `running`.',
    ),
  senderPauses: Joi.array()
    .items(senderPause)
    .required()
    .description(
      'The senders that are paused for the spinner of the job because of too many bounces, complaints or refusals. Their recipients wait until the sender is resumed. Empty after the job has ended.',
    ),
  error: Joi.string()
    .allow(null)
    .required()
    .description(
      'The reason in words why the job as a whole failed; null for any other job. `reasons` counts the failures of single recipients.',
    ),
  hint: hintForm.allow(null).required(),
  retryOf: uuid
    .allow(null)
    .required()
    .description('The id of the job whose failed recipients this job retries; null for any other job.'),
  retries: Joi.array()
    .items(jobLink)
    .required()
    .description('The jobs that retry failed recipients of this job, oldest first.'),
})
  .description('A job: one run of a published version of a spinner over an audience.')
  .meta({ named: 'Job' })

const progressPoint = Joi.object({
  at: momentForm.description(
    'The time at which the recipients are counted for this point of the progress, in UTC (ISO 8601).',
  ),
  total: count.description('The number of recipients of the job; equal in all points.'),
  finished: count.description(
    'The number of recipients in a final state at this time: the sum of the counts that follow.',
  ),
  done: countOf.done,
  skipped: countOf.skipped,
  failed: countOf.failed,
  unconfirmed: countOf.unconfirmed,
  stopped: Joi.number()
    .integer()
    .min(0)
    .description(
      'The number of recipients that an exit of the spinner stopped, such as a reply; absent if there are none in the whole job.',
    ),
})
  .description('The number of finished recipients of a job at one time, by state.')
  .meta({ named: 'ProgressPoint' })

export const progressSchema = Joi.object({
  points: Joi.array()
    .items(progressPoint)
    .required()
    .description(
      'The points of the progress in order of time, about 100 at most. A period without changes has only its first and last point.',
    ),
  isEstimate: Joi.boolean()
    .required()
    .description(
      'Whether the points of the progress between the first and the last are estimated from a sample of the recipients, as for large jobs. The first and the last point are always exact.',
    ),
})
  .description('The number of finished recipients of a job over time, as points of a line.')
  .meta({ named: 'JobProgress' })

export const exampleJobFields = {
  spinnerId: '01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f',
  status: 'running',
  counts: { total: 1200, pending: 700, waiting: 0, done: 497, skipped: 0, failed: 3, unconfirmed: 0 },
  createdAt: '2026-11-20T09:00:00.000Z',
  startedAt: '2026-11-20T09:00:00.120Z',
  finishedAt: null,
}

const exampleStart = { total: 1200, finished: 0, done: 0, skipped: 0, failed: 0, unconfirmed: 0 }

export const exampleProgress = {
  points: [
    { at: '2026-11-20T09:00:00.120Z', ...exampleStart },
    { at: '2026-11-20T09:00:01.120Z', ...exampleStart, finished: 500, done: 497, failed: 3 },
  ],
  isEstimate: false,
}

export const exampleJob = {
  id: exampleJobId,
  spinnerVersion: 3,
  source: 'api',
  startedBy: { kind: 'apiKey', id: '01936f4a-2c7e-7d43-8b11-5e6f7a8b9c0d', name: 'CRM' },
  ...exampleJobFields,
  reasons: [{ code: 'NOT_AN_ADDRESS', status: 'failed', count: 3 }],
  startsAt: null,
  pause: null,
  nextDueAt: null,
  expectedEnd: null,
  senderPauses: [],
  error: null,
  hint: null,
  retryOf: null,
  retries: [],
}

/** Returns a recipient of a job, with the path of its step in words. */
export function presentPlacedRecipient(recipient: RecipientView, steps: Program | null): object {
  return { ...recipient, path: pathOf(steps, recipient.step) }
}

export const recipientForm = Joi.object({
  recordId: Joi.string()
    .required()
    .description('The id of the record in the data table of the spinner, such as "5121".'),
  status: recipientStatusForm,
  step: Joi.number()
    .integer()
    .required()
    .description(`${stepIndexWords} It is the current step of the recipient, or the step at which it ended.`),
  path: stepPathForm,
  attempts: count.description(
    `The number of attempts at this step so far. After ${maxAttempts} attempts with temporary failures the recipient fails.`,
  ),
  error: Joi.string()
    .allow(null)
    .required()
    .description(
      'The reason in words why the recipient was skipped, failed, waits or is retried; null otherwise. Programs should use `reason.code`.',
    ),
  reason: reasonForm.required(),
  updatedAt: momentForm.description(
    'The time when the recipient last changed its state or step, in UTC (ISO 8601).',
  ),
})

export const recipientSchema = recipientForm
  .description('A recipient: the progress of one record through a job.')
  .meta({ named: 'Recipient' })

export const recipientOfJobSchema = recipientSchema
  .keys({ jobId: idOf('the job of the recipient') })
  .description('A recipient with the id of its job.')
  .meta({ named: 'RecipientOfJob' })

export const exampleRecipient = {
  recordId: '5121',
  status: 'failed',
  step: 1,
  attempts: 1,
  error: '"to" is not one e-mail address',
  reason: { code: 'NOT_AN_ADDRESS', message: reasonCatalogue.NOT_AN_ADDRESS.words, evidence: null },
  updatedAt: '2026-11-20T09:00:01.200Z',
}
