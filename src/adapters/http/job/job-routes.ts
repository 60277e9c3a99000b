import Joi from 'joi'
import { type JobStatus, jobStatuses } from '../../../domain/job/job.ts'
import { type ReasonCode, reasonCodes } from '../../../domain/job/recipient/reason.ts'
import { type RetryVersion, retryVersions } from '../../../domain/job/retry-version.ts'
import type { JobQueries } from '../../../ports/job/job-queries.ts'
import type { JobSteps } from '../../../ports/job/job-steps.ts'
import type { SpinnerQueries } from '../../../ports/spinner/spinner-queries.ts'
import type { CancelJob } from '../../../use-cases/job/cancel-job.ts'
import type { ListFailures } from '../../../use-cases/job/list-failures.ts'
import type { PauseJob } from '../../../use-cases/job/pause/pause-job.ts'
import type { ResumeJob } from '../../../use-cases/job/pause/resume-job.ts'
import type { RehearseTrigger } from '../../../use-cases/job/rehearsal/rehearse-trigger.ts'
import type { RetryFailed } from '../../../use-cases/job/retry-failed.ts'
import type { TriggerSpinner } from '../../../use-cases/job/trigger-spinner.ts'
import {
  found,
  idInPath,
  listAnswer,
  listResponse,
  type PageQuery,
  pageOfQuery,
  pageQuery,
  uuid,
} from '../forms.ts'
import { replayHeaders } from '../request/idempotency.ts'
import { type Answer, type Route, route } from '../route.ts'
import { exampleFailures, failuresSchema, presentFailures } from './failures-presenter.ts'
import { jobEvents } from './job-events.ts'
import {
  exampleJob,
  exampleProgress,
  exampleRecipient,
  jobSchema,
  placedRecipientSchema,
  presentJob,
  presentPlacedRecipient,
  presentProgress,
  progressSchema,
  reasonCodeForm,
} from './job-presenter.ts'
import { dryRun, dryRunResponse } from './rehearsal/dry-run.ts'
import { wishDigestOf } from './rehearsal/rehearsal-presenter.ts'
import { armsSchema, exampleArms } from './steps/arms-presenter.ts'
import { Places } from './steps/places.ts'
import { type RecipientListQuery, recipientFilter, shownAt, stepRoutes } from './steps/step-routes.ts'
import { triggerAnswer, triggerResponse } from './trigger/trigger-answer.ts'
import { type TriggerBody, triggerBody, triggerErrors, wishOf } from './trigger/trigger-form.ts'

export interface JobOptions {
  readonly triggerSpinner: TriggerSpinner
  readonly cancelJob: CancelJob
  readonly pauseJob: PauseJob
  readonly resumeJob: ResumeJob
  readonly retryFailed: RetryFailed
  readonly listFailures: ListFailures
  readonly rehearseTrigger: RehearseTrigger
  readonly jobs: JobQueries
  readonly jobSteps: JobSteps
  readonly spinners: SpinnerQueries
}

/**
 * The largest number of event streams of one person. Each stream reads the job twice a second and uses one of
 * the six connections that a browser opens under HTTP/1.1.
 */
const mostStreamsOfOne = 3

const params = Joi.object({ jobId: idInPath('The job.') })
const response = { description: 'The job.', schema: jobSchema, example: exampleJob }
const common = { tag: 'Jobs', auth: { kind: 'session' } } as const

interface JobListQuery extends PageQuery {
  readonly spinnerId?: string
  readonly status?: JobStatus
}

interface RetryRequest {
  readonly codes?: readonly ReasonCode[]
  readonly version?: RetryVersion
}

export function jobRoutes(options: JobOptions): Route[] {
  const { triggerSpinner, cancelJob, pauseJob, resumeJob, retryFailed } = options
  const { rehearseTrigger, listFailures, jobs, jobSteps, spinners } = options
  const streams = new Places(mostStreamsOfOne)
  return [
    route<{ spinnerId: string }, TriggerBody | undefined>({
      ...common,
      method: 'POST',
      path: '/spinners/{spinnerId}/jobs',
      summary: 'Start a job for a published spinner',
      description: 'The same as the public trigger, called with a session. It counts on the `jobs` meter.',
      params: Joi.object({ spinnerId: Joi.string().required().description('The spinner to start.') }),
      body: triggerBody,
      idempotent: true,
      responses: { 200: dryRunResponse, 201: triggerResponse },
      errors: triggerErrors,
      handle: async ({ signedIn: { user }, params: { spinnerId }, idempotency, body, requestId, gone }) => {
        const { organizationId } = user
        const caller = { kind: 'session', organizationId, userId: user.id } as const
        const wish = wishOf(body)
        if (wish.dryRun) return dryRun(rehearseTrigger, { caller, spinnerId, wish, gone: gone() })
        const { answer, replayed } = await triggerSpinner.execute({
          caller,
          spinnerId,
          idempotency,
          wish,
          requestId,
          ...(wish.rehearsal === null ? {} : { wishDigest: wishDigestOf(wish) }),
        })
        return { status: 201, body: triggerAnswer(answer), headers: replayHeaders(replayed) }
      },
    }),
    route<unknown, undefined, JobListQuery>({
      ...common,
      method: 'GET',
      path: '/jobs',
      summary: 'List jobs',
      description: 'The latest first.',
      query: Joi.object({
        spinnerId: uuid.description('Only jobs of this spinner.'),
        status: Joi.valid(...jobStatuses).description('Only jobs with this status.'),
        ...pageQuery,
      }),
      responses: { 200: listResponse('A page of jobs.', jobSchema, exampleJob) },
      errors: [],
      handle: async ({ signedIn: { user }, query }) => {
        const { spinnerId = null, status = null } = query
        const page = await jobs.list(user.organizationId, { spinnerId, status }, pageOfQuery(query))
        return listAnswer(page, presentJob)
      },
    }),
    route<{ jobId: string }, undefined>({
      ...common,
      method: 'GET',
      path: '/jobs/{jobId}',
      summary: 'See a job',
      description: 'Every recipient is counted once: `total` is the sum of the other counts.',
      params,
      responses: { 200: response },
      errors: ['NOT_FOUND'],
      handle: ({ signedIn, params: { jobId } }) => shown(signedIn.user.organizationId, jobId),
    }),
    route<{ jobId: string }, undefined>({
      ...common,
      method: 'POST',
      path: '/jobs/{jobId}/cancel',
      summary: 'Cancel a job',
      description:
        'After the answer no further step starts; only messages that were already being sent still arrive. Of a spinner over `new` records, those to whom nothing was sent go back: the next job takes them, each once (`RETURNED` in `reasons`). What a runtime is at work on goes back when it lets go of it, which takes no longer than its messages. Cancelling a cancelled job changes nothing; a job that has completed or failed is refused with CONFLICT.',
      params,
      responses: { 200: response },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ signedIn: { user }, params: { jobId }, by }) => {
        await cancelJob.execute({ organizationId: user.organizationId, jobId, by: by() })
        return shown(user.organizationId, jobId)
      },
    }),
    route<{ jobId: string }, undefined>({
      ...common,
      method: 'GET',
      path: '/jobs/{jobId}/failures',
      summary: 'See what failed',
      description:
        'Groups the recipients that failed by step and reason, each with up to three samples that are as different as there are. `takenUpBy` says whether the published version, or the draft once it is published, would go on with them: mend the step, publish, and call `retry-failed` with the codes and `"version": "current"`. Empty once the recipients are no longer kept.',
      params,
      responses: {
        200: {
          description: 'The groups, the largest first.',
          schema: failuresSchema,
          example: exampleFailures,
        },
      },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { jobId } }) => {
        const failures = await listFailures.execute({ organizationId: user.organizationId, jobId })
        return { status: 200, body: presentFailures(failures) }
      },
    }),
    route<{ jobId: string }, undefined>({
      ...common,
      method: 'POST',
      path: '/jobs/{jobId}/pause',
      summary: 'Pause a job',
      description:
        'After the answer nothing more of it is sent until it is resumed; only messages that were already being sent still arrive. Whoever waits keeps their times. It can be cancelled. Pausing a paused job changes nothing, but one that was paused with its spinner stays paused when the spinner is resumed; a job that has ended is refused with CONFLICT.',
      params,
      responses: { 200: response },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ signedIn: { user }, params: { jobId }, by }) => {
        await pauseJob.execute({ organizationId: user.organizationId, jobId, by: by() })
        return shown(user.organizationId, jobId)
      },
    }),
    route<{ jobId: string }, undefined>({
      ...common,
      method: 'POST',
      path: '/jobs/{jobId}/resume',
      summary: 'Let a paused job go on',
      description:
        'It goes on where it stood; what came due meanwhile is due at once. Resuming a job that is not paused changes nothing. CONFLICT where it has ended, and where its spinner is paused: then the spinner is to be resumed.',
      params,
      responses: { 200: response },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ signedIn: { user }, params: { jobId }, by }) => {
        await resumeJob.execute({ organizationId: user.organizationId, jobId, by: by() })
        return shown(user.organizationId, jobId)
      },
    }),
    route<{ jobId: string }, RetryRequest | undefined>({
      ...common,
      method: 'POST',
      path: '/jobs/{jobId}/retry-failed',
      summary: 'Run failed recipients again',
      description:
        'Starts a new job once this one has ended. Each recipient goes on from the step that failed, so what was sent before is not sent again. It may be asked again: nobody is in two such jobs of one job, and whoever fails again is run again from the job in which they did. Cancelling such a job frees those whom it had not begun. `version: "current"` runs what is published now; it is refused with CONFLICT where that version has another type of step at the place that failed, or another message before it. It counts on the `jobs` meter.',
      params,
      body: {
        schema: Joi.object({
          codes: Joi.array()
            .items(reasonCodeForm)
            .min(1)
            .max(reasonCodes.length)
            .unique()
            .description(
              'Only those that failed for one of these reasons; all where it is left out. `RESTORED` alone takes recipients that did not fail: those whose message may have gone out since the moment to which the database was restored. Beside other codes it also takes recipients that had failed at that moment, which may have been run again since; without it they are refused with CONFLICT.',
            ),
          version: Joi.valid(...retryVersions)
            .default('same')
            .description('The version in which they failed, or the one that is published now.'),
        }),
        limit: 10_000,
        optional: true,
        examples: {
          all: { summary: 'All that failed', value: {} },
          mended: {
            summary: 'Those that a template failed, by the version that mends it',
            value: { codes: ['MISSING_CELL', 'TEMPLATE_FAILED'], version: 'current' },
          },
        },
      },
      responses: { 201: response },
      errors: ['NOT_FOUND', 'CONFLICT', 'PLAN_LIMIT', 'FORBIDDEN'],
      handle: async ({ signedIn: { user }, params: { jobId }, body }) => {
        const { organizationId } = user
        const { codes = null, version = 'same' } = body ?? {}
        const again = await retryFailed.execute({ organizationId, jobId, codes, version, userId: user.id })
        return { ...(await shown(organizationId, again)), status: 201 }
      },
    }),
    route<{ jobId: string }, undefined, RecipientListQuery>({
      ...common,
      method: 'GET',
      path: '/jobs/{jobId}/recipients',
      summary: 'See what became of each recipient',
      description:
        'Lists the recipients that the runtime has reached so far, in the order in which it reached them. They are kept for 90 days after the end of the job, or for `RETENTION_DAYS` if the deployment sets it.',
      params,
      query: Joi.object({ ...recipientFilter, ...pageQuery }),
      responses: {
        200: listResponse('A page of recipients.', placedRecipientSchema, {
          ...exampleRecipient,
          path: '2',
        }),
      },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { jobId }, query }) => {
        const { spinnerId, spinnerVersion: version } = found(
          await jobs.find(user.organizationId, jobId),
          'Job not found',
        )
        const { state = null, reason = null, step } = query
        const at = await shownAt(spinners, user.organizationId, { spinnerId, version, step })
        const page = await jobs.recipients(jobId, { state, reason, at }, pageOfQuery(query))
        const steps = (await jobSteps.programsOf(user.organizationId, [jobId])).get(jobId) ?? null
        return listAnswer(page, (recipient) => presentPlacedRecipient(recipient, steps))
      },
    }),
    ...stepRoutes({ jobs, jobSteps, spinners }),
    route<{ jobId: string }, undefined>({
      ...common,
      method: 'GET',
      path: '/jobs/{jobId}/arms',
      summary: 'Compare the arms of a job',
      description:
        'What became of those who took each arm of the splits of its version. Everything counts that happened after the split, also after the arm was over. The figures outlast the recipients, as they were when those were cleared away.',
      params,
      responses: {
        200: {
          description: 'The arms of each split, in their order; none where the version has no split.',
          schema: armsSchema,
          example: exampleArms,
        },
      },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { jobId } }) => {
        const job = found(await jobs.find(user.organizationId, jobId), 'Job not found')
        return { status: 200, body: { items: await jobSteps.armsOf(user.organizationId, job.id) } }
      },
    }),
    route<{ jobId: string }, undefined>({
      ...common,
      method: 'GET',
      path: '/jobs/{jobId}/progress',
      summary: 'See how a job went over time',
      description:
        'How many recipients were finished at each moment between the start of the job and its end (or now). After the retention time only the first and the last point are left.',
      params,
      responses: {
        200: { description: 'The progress.', schema: progressSchema, example: exampleProgress },
      },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { jobId } }) => {
        const job = found(await jobs.find(user.organizationId, jobId), 'Job not found')
        return { status: 200, body: presentProgress(await jobs.progress(job)) }
      },
    }),
    route<{ jobId: string }, undefined>({
      ...common,
      method: 'GET',
      path: '/jobs/{jobId}/events',
      summary: 'Watch a job',
      description:
        'Server-sent events. A `job` event with the whole job comes at once, after every change, and when the job ends; then the stream ends.',
      params,
      responses: {
        200: {
          description: 'Events until the job ends.',
          contentType: 'text/event-stream',
          example: `event: job\ndata: ${JSON.stringify(exampleJob)}\n\n`,
        },
      },
      errors: ['NOT_FOUND', 'RATE_LIMITED'],
      handle: async ({ signedIn: { user }, params: { jobId }, stillSignedIn, gone }) => {
        const look = () => jobs.find(user.organizationId, jobId)
        const job = found(await look(), 'Job not found')
        const release = streams.take(user.id)
        const mayLook = () =>
          stillSignedIn().then(
            () => true,
            () => false,
          )
        return {
          status: 200,
          body: jobEvents(job, look, mayLook, gone()).once('close', release),
          headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' },
        }
      },
    }),
  ]

  async function shown(organizationId: string, jobId: string): Promise<Answer> {
    return { status: 200, body: presentJob(found(await jobs.find(organizationId, jobId), 'Job not found')) }
  }
}
