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
  .description('Ended by an exit: a reply, a bounce, an unsubscribe. Only where anybody was.')

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

export const hintForm = Joi.string().description('What to do when the job does not progress.')

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
      'Who started it: somebody by the API (`api`) or in the console (`app`), or its spinner, because records came in (`records`) or it was time (`schedule`).',
    ),
  startedBy: Joi.object({
    kind: Joi.valid('user', 'key').required(),
    id: idForm,
    name: Joi.string()
      .allow(null)
      .required()
      .description('The address of the user, or the name of the API key. Null where there is none any more.'),
  })
    .allow(null)
    .required()
    .meta({ named: 'StartedBy' })
    .description('Null of a job that its spinner started by itself, and of earlier ones.'),
  ...jobFields,
  reasons: Joi.array()
    .items(reasonCount)
    .required()
    .description(
      'Why recipients were skipped, failed, are in doubt, wait or were stopped, and how many of them; the most frequent first. The codes are explained in [/docs/errors](/docs/errors#reasons).',
    ),
  startsAt: momentForm
    .allow(null)
    .description('When it is to begin: until then it is `queued`. Null for a job that was to begin at once.'),
  paused: Joi.object({
    at: momentForm,
    by: Joi.valid('job', 'spinner').required().description('Which of the two has to be resumed.'),
    user: Joi.string().allow(null).required().description('The address of the user who did it.'),
  })
    .allow(null)
    .required()
    .meta({ named: 'Paused' })
    .description('Since when somebody holds it. Null where it is not paused.'),
  expectedEnd: momentForm
    .allow(null)
    .description(
      'When it will end, by what waits in it. Null where that is not known, and once it has ended.',
    ),
  pauses: Joi.array()
    .items(pauseForm)
    .required()
    .description(
      'The senders that are paused for its spinner: who would go by them waits. None once it has ended.',
    ),
  error: Joi.string().allow(null).required(),
  hint: hintForm.allow(null).required(),
  retryOf: uuid.allow(null).required().description('The job whose failed recipients this one runs again.'),
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
  finished: count.description('The sum of the following.'),
  done: count,
  skipped: count,
  failed: count,
  unconfirmed: count,
  stopped: Joi.number().integer().min(0).description('Only where anybody was ended by an exit.'),
}).meta({ named: 'ProgressPoint' })

export const progressSchema = Joi.object({
  points: Joi.array()
    .items(progressPoint)
    .required()
    .description(
      'Points in order of time, about a hundred at most. A stretch in which nothing changed has only its first and last point.',
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
    .description('Stable; each is explained in [/docs/errors](/docs/errors#reasons).'),
  message: Joi.string().required().description('For people; where a provider refused, in its own words.'),
  evidence: Joi.object()
    .pattern(Joi.string(), [Joi.string(), Joi.number()])
    .allow(null)
    .required()
    .description(
      'What it rests on: the record that was written to, the job that wrote, the limit and until when …',
    ),
}).meta({ named: 'Reason' })

/** The form of a reason, for a recipient and for an item of a person's timeline. */
export const reasonForm = reasonSchema
  .allow(null)
  .description(
    'Why it was skipped, failed, is in doubt, waits or was stopped. Null where there is nothing to say, and for what an earlier version did.',
  )

export const recipientSchema = Joi.object({
  recordId: Joi.string().required(),
  state: Joi.valid(...recipientStates).required(),
  step: Joi.number()
    .integer()
    .required()
    .description('The index of the step, from 0: each is counted before those in its ways.'),
  attempts: count,
  error: Joi.string().allow(null).required().description('Why it was skipped, failed or is tried again.'),
  reason: reasonForm.required(),
  updatedAt: momentForm,
})

export const placedRecipientSchema = recipientSchema
  .keys({
    path: Joi.string().required().description('Its step in words, counted from 1, as "1 › Yes › 2".'),
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
