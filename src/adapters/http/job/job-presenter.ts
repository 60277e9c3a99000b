import Joi from 'joi'
import { hintOf, type JobView, jobSources, jobStatuses } from '../../../domain/job/job.ts'
import type { JobProgress } from '../../../domain/job/progress.ts'
import { reasonCatalogue, reasonCodes } from '../../../domain/job/recipient/reason.ts'
import { type ReasonView } from '../../../domain/job/recipient/reason-view.ts'
import { type RecipientView } from '../../../domain/job/recipient/recipient.ts'
import { recipientStates } from '../../../domain/job/recipient/recipient-state.ts'
import { type SenderPause } from '../../../domain/sender/pacing/breaker.ts'
import { type Program, pathOf } from '../../../domain/spinner/steps/program.ts'
import { idForm, momentForm, uuid } from '../forms.ts'
import { pauseFields, whyPaused } from '../sender/pause-presenter.ts'

const count = Joi.number().integer().min(0).required()

const stoppedCount = Joi.number()
  .integer()
  .min(1)
  .description(
    'The number of recipients stopped by an exit, such as a reply, a bounce or an unsubscribe; absent if there are none.',
  )

const countsSchema = Joi.object({
  total: count,
  pending: count,
  waiting: count,
  done: count,
  skipped: count,
  failed: count,
  unconfirmed: count,
  stopped: stoppedCount,
}).meta({ named: 'JobCounts' })

export const hintForm = Joi.string().description(
  'Advice if the job does not progress, for example because no runtime is running.',
)

/** The fields of a job that the public API and the console share. */
export const jobFields = {
  spinnerId: idForm,
  status: Joi.valid(...jobStatuses).required(),
  counts: countsSchema.required(),
  createdAt: momentForm,
  startedAt: momentForm.allow(null),
  finishedAt: momentForm.allow(null),
}

/** Returns a job as the public API shows it. Reasons and a hint are left out if there are none. */
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

/** Returns a job as the routes for people show it. */
export function presentJob(job: JobView): object {
  const { id, spinnerVersion, source, spinnerId, status, counts, createdAt, startedAt, finishedAt } = job
  const { error } = job
  return {
    id,
    spinnerId,
    spinnerVersion,
    source,
    startedBy: job.startedBy && { ...job.startedBy },
    status,
    counts,
    reasons: job.reasons.map((reason) => ({ ...reason })),
    createdAt,
    startsAt: job.startsAt,
    startedAt,
    finishedAt,
    paused: job.paused && { ...job.paused },
    expectedEnd: job.expectedEnd,
    pauses: job.pauses.map(presentPause),
    error,
    hint: hintOf(job),
    retryOf: job.retryOf,
    retries: job.retries.map((link) => ({ ...link })),
  }
}

export const reasonCodeForm = Joi.valid(...reasonCodes)

export const reasonCount = Joi.object({
  code: reasonCodeForm.required(),
  state: Joi.valid(...recipientStates).required(),
  count,
}).meta({ named: 'ReasonCount' })

const pauseForm = Joi.object({
  senderId: idForm,
  senderName: Joi.string().required(),
  ...pauseFields,
}).meta({ named: 'SenderPause' })

function presentPause(pause: SenderPause): object {
  const { senderId, senderName } = pause
  return { senderId, senderName, ...whyPaused(pause) }
}

const jobLink = Joi.object({
  id: idForm,
  status: Joi.valid(...jobStatuses).required(),
  createdAt: momentForm,
}).meta({ named: 'JobLink' })

export const jobSchema = Joi.object({
  id: idForm,
  spinnerVersion: Joi.number().integer().required(),
  source: Joi.valid(...jobSources)
    .required()
    .description(
      'The origin of the job: `api` (an API call), `app` (the console), `records` (new records) or `schedule` (the schedule of the spinner).',
    ),
  startedBy: Joi.object({
    kind: Joi.valid('user', 'key').required(),
    id: idForm,
    name: Joi.string()
      .allow(null)
      .required()
      .description(
        'The e-mail address of the user, or the name of the API key; null if it no longer exists.',
      ),
  })
    .allow(null)
    .required()
    .meta({ named: 'StartedBy' })
    .description(
      'The user or API key that started the job. Null for an automatic start, and for jobs from before this was stored.',
    ),
  ...jobFields,
  reasons: Joi.array()
    .items(reasonCount)
    .required()
    .description(
      'The reasons why recipients were skipped, failed, are in doubt, wait or were stopped, with their numbers, most frequent first. [/docs/errors](/docs/errors#reasons) explains the codes.',
    ),
  startsAt: momentForm
    .allow(null)
    .description('The time when the job starts; until then it is `queued`. Null for a job without a delay.'),
  paused: Joi.object({
    at: momentForm,
    by: Joi.valid('job', 'spinner')
      .required()
      .description('The object that was paused and must be resumed: `job` or `spinner`.'),
    user: Joi.string()
      .allow(null)
      .required()
      .description('The e-mail address of the user who paused it; null if it is not known.'),
  })
    .allow(null)
    .required()
    .meta({ named: 'Paused' })
    .description('The pause of the job; null if the job is not paused.'),
  expectedEnd: momentForm
    .allow(null)
    .description(
      'The expected end of the job, estimated from its waiting recipients; null if it is not known or the job has ended.',
    ),
  pauses: Joi.array()
    .items(pauseForm)
    .required()
    .description(
      'The senders that are paused for the spinner of the job; their recipients wait. Empty after the job has ended.',
    ),
  error: Joi.string().allow(null).required(),
  hint: hintForm.allow(null).required(),
  retryOf: uuid
    .allow(null)
    .required()
    .description('The id of the job whose failed recipients this job retries; null for any other job.'),
  retries: Joi.array()
    .items(jobLink)
    .required()
    .description('The jobs that retry failed recipients of this job, oldest first.'),
}).meta({ named: 'Job' })

export function presentProgress({ points, estimated }: JobProgress): object {
  return { points, estimated }
}

const progressPoint = Joi.object({
  at: momentForm,
  total: count,
  finished: count.description('The number of finished recipients: the sum of the counts that follow.'),
  done: count,
  skipped: count,
  failed: count,
  unconfirmed: count,
  stopped: Joi.number()
    .integer()
    .min(0)
    .description('The number of recipients stopped by an exit; absent if there are none.'),
}).meta({ named: 'ProgressPoint' })

export const progressSchema = Joi.object({
  points: Joi.array()
    .items(progressPoint)
    .required()
    .description(
      'The points in order of time, about 100 at most. A period without changes has only its first and last point.',
    ),
  estimated: Joi.boolean()
    .required()
    .description(
      'Whether the points in between are estimated from a sample of the recipients, as for large jobs. The last point is always exact.',
    ),
}).meta({ named: 'JobProgress' })

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
  estimated: false,
}

export const exampleJobId = '01936f50-1c7e-7d43-8b11-5e6f7a8b9c0d'

export const exampleJob = {
  id: exampleJobId,
  spinnerVersion: 3,
  source: 'api',
  startedBy: { kind: 'key', id: '01936f4a-2c7e-7d43-8b11-5e6f7a8b9c0d', name: 'CRM' },
  ...exampleJobFields,
  reasons: [{ code: 'NOT_AN_ADDRESS', state: 'failed', count: 3 }],
  startsAt: null,
  paused: null,
  expectedEnd: null,
  pauses: [],
  error: null,
  hint: null,
  retryOf: null,
  retries: [],
}

export function presentRecipient(recipient: RecipientView): object {
  const { recordId, state, step, attempts, error, reason, updatedAt } = recipient
  return { recordId, state, step, attempts, error, reason: reason && presentReason(reason), updatedAt }
}

/** Returns a recipient with the path of its step in words. */
export function presentPlacedRecipient(recipient: RecipientView, steps: Program | null): object {
  return { ...presentRecipient(recipient), path: pathOf(steps, recipient.step) }
}

function presentReason({ code, message, evidence }: ReasonView): object {
  return { code, message, evidence }
}

const reasonSchema = Joi.object({
  code: reasonCodeForm
    .required()
    .description('The stable code of the reason. [/docs/errors](/docs/errors#reasons) explains each code.'),
  message: Joi.string()
    .required()
    .description('The reason in words for people; for a refusal, the words of the provider.'),
  evidence: Joi.object()
    .pattern(Joi.string(), [Joi.string(), Joi.number()])
    .allow(null)
    .required()
    .description(
      'The facts behind the reason, such as the record that was written to, the job that wrote, the limit, or the end of a wait; null if there are none.',
    ),
}).meta({ named: 'Reason' })

/** The form of a reason, for a recipient and for an item of a person's timeline. */
export const reasonForm = reasonSchema
  .allow(null)
  .description(
    'The reason why the recipient was skipped, failed, is in doubt, waits or was stopped. Null if there is none, and for jobs of an earlier version of the service.',
  )

export const recipientSchema = Joi.object({
  recordId: Joi.string().required(),
  state: Joi.valid(...recipientStates).required(),
  step: Joi.number()
    .integer()
    .required()
    .description('The index of the step, from 0. A step is counted before the steps in its ways.'),
  attempts: count,
  error: Joi.string()
    .allow(null)
    .required()
    .description('The reason in words why the recipient was skipped, failed or is retried; null otherwise.'),
  reason: reasonForm.required(),
  updatedAt: momentForm,
})

export const placedRecipientSchema = recipientSchema
  .keys({
    path: Joi.string()
      .required()
      .description('The position of the step in words, counted from 1, such as "1 › Yes › 2".'),
  })
  .meta({ named: 'Recipient' })

export const exampleRecipient = {
  recordId: '5121',
  state: 'failed',
  step: 1,
  attempts: 1,
  error: '"to" is not one e-mail address',
  reason: { code: 'NOT_AN_ADDRESS', message: reasonCatalogue.NOT_AN_ADDRESS.words, evidence: null },
  updatedAt: '2026-11-20T09:00:01.200Z',
}
