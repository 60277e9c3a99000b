import Joi from 'joi'
import { type JobSource, type JobStatus, jobSources, jobStatuses } from '../../../domain/job/job.ts'
import {
  idInPath,
  listAnswer,
  listResponse,
  momentIn,
  orNotFound,
  type PageQuery,
  pageOfQuery,
  pageQuery,
  uuid,
} from '../forms.ts'
import { SlotLimit } from '../request/slot-limit.ts'
import type { Answer } from '../response.ts'
import { type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import { exampleFailures, failuresSchema, presentFailures } from './failures-presenter.ts'
import { jobEvents } from './job-events.ts'
import {
  exampleJob,
  exampleProgress,
  exampleRecipient,
  jobSchema,
  presentJob,
  presentPlacedRecipient,
  progressSchema,
  recipientSchema,
} from './job-presenter.ts'
import { retryRoutes } from './recipients/retry-routes.ts'
import { branchFiguresSchema, exampleBranchFigures } from './steps/branches-presenter.ts'
import { type RecipientListQuery, recipientFilter, shownAt, stepRoutes } from './steps/step-routes.ts'
import { triggerSpinnerRoute } from './trigger/trigger-routes.ts'

/**
 * The largest number of job event streams of one person. Each stream reads the job twice a second and uses
 * one of the six connections that a browser opens under HTTP/1.1.
 */
const maxStreamsOfOne = 3

const params = Joi.object({ jobId: idInPath('The id of the job, a UUID.') })
const response = {
  description: 'The job with its status and counts.',
  schema: jobSchema,
  example: exampleJob,
}
const common = { tag: 'Jobs', auth: { kind: 'session' } } as const

interface JobListQuery extends PageQuery {
  readonly spinnerId?: string
  readonly status?: JobStatus
  readonly version?: number
  readonly source?: JobSource
  readonly since?: string
  readonly until?: string
}

export function jobRoutes(services: Services): Route[] {
  return [
    triggerSpinnerRoute(services),
    listJobsRoute(services),
    getJobRoute(services),
    cancelJobRoute(services),
    listFailuresRoute(services),
    pauseJobRoute(services),
    resumeJobRoute(services),
    ...retryRoutes(services),
    listRecipientsRoute(services),
    ...stepRoutes(services),
    listArmsRoute(services),
    getProgressRoute(services),
    streamEventsRoute(services),
  ]
}

function listJobsRoute({ jobStore }: Services): Route {
  return route<unknown, undefined, JobListQuery>({
    ...common,
    method: 'GET',
    path: '/jobs',
    operationId: 'jobs.list',
    scope: 'jobs:read',
    listsReach: true,
    summary: 'List jobs',
    description:
      'Returns the jobs of all spinners of the organization, newest first. The parameters narrow the list; a job has to meet all of them. Jobs stay in the list after their spinner was deleted.',
    query: Joi.object({
      spinnerId: uuid.description('Returns only jobs of the spinner with this id, a UUID.'),
      status: Joi.valid(...jobStatuses).description(
        'Returns only jobs with this status, as in the field `status`.',
      ),
      version: Joi.number()
        .integer()
        .min(1)
        .max(2_147_483_647)
        .description('Returns only jobs that run this version of their spinner.'),
      source: Joi.valid(...jobSources).description(
        'Returns only jobs with this cause, as in the field `source`.',
      ),
      since: momentIn.description('Returns only jobs that were created at this time or later (ISO 8601).'),
      until: momentIn.description(
        'Returns only jobs that were created before this time (exclusive, ISO 8601).',
      ),
      ...pageQuery,
    }),
    responses: { 200: listResponse('A page of jobs.', jobSchema, exampleJob) },
    handle: async ({ caller, query }) => {
      const { spinnerId = null, status = null, version = null, source = null, since, until } = query
      const filter = {
        spinnerId,
        status,
        version,
        source,
        since: since === undefined ? null : new Date(since),
        until: until === undefined ? null : new Date(until),
        projectIds: caller.projectIds,
      }
      const page = await jobStore.list(caller.organizationId, filter, pageOfQuery(query))
      return listAnswer(page, presentJob)
    },
  })
}

function getJobRoute(services: Services): Route {
  return route<{ jobId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/jobs/{jobId}',
    operationId: 'jobs.get',
    scope: 'jobs:read',
    summary: 'See a job',
    description:
      'Returns a job with its status, its counts and the reasons behind them. Each recipient counts once, so `total` is the sum of the other counts. To follow a running job, use `GET /jobs/{jobId}/progress/stream` instead of polling. `NOT_FOUND` if the organization has no such job.',
    params,
    responses: { 200: response },
    errors: ['NOT_FOUND'],
    handle: ({ caller, params: { jobId } }) => shown(services, caller.organizationId, jobId),
  })
}

function cancelJobRoute(services: Services): Route {
  const { jobs } = services
  return route<{ jobId: string }, undefined>({
    ...common,
    method: 'POST',
    path: '/jobs/{jobId}/cancel',
    operationId: 'jobs.cancel',
    scope: 'jobs:control',
    summary: 'Cancel a job',
    description:
      'Cancels a job. After the response no further step starts, and nothing is sent except messages that were already being sent. For a spinner over `new` records, recipients to whom nothing was sent are returned, and the next job takes them (code `RECORD_RELEASED` in `reasons`). Recipients that a runtime works on are returned when it has finished their current messages. A cancelled job cannot be resumed, and it stays counted on the `jobs` meter. Cancelling a cancelled job changes nothing. A completed or failed job is refused with `CONFLICT`.',
    params,
    responses: { 200: response },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller, params: { jobId }, requester }) => {
      await jobs.cancel(requester(), jobId)
      return shown(services, caller.organizationId, jobId)
    },
  })
}

function listFailuresRoute({ jobReader }: Services): Route {
  return route<{ jobId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/jobs/{jobId}/failures',
    operationId: 'jobs.listFailures',
    listsWhole: true,
    scope: 'jobs:read',
    summary: 'List the failures of a job',
    description:
      'Groups the failed recipients by step and reason, each group with up to three samples that differ as much as possible. `takenUpBy` shows whether the published version, or the draft after publishing, could continue with them. To retry, fix the step, publish, and call `POST /jobs/{jobId}/retry-failed` with the codes and `"version": "current"`. The list is empty after the recipients were deleted, 90 days after the end of the job by default.',
    params,
    responses: {
      200: {
        description: 'The groups of failed recipients, largest first.',
        schema: failuresSchema,
        example: exampleFailures,
      },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { jobId } }) => {
      const failures = await jobReader.failures({ organizationId: caller.organizationId, jobId })
      return { status: 200, body: presentFailures(failures) }
    },
  })
}

function pauseJobRoute(services: Services): Route {
  const { jobs } = services
  return route<{ jobId: string }, undefined>({
    ...common,
    method: 'POST',
    path: '/jobs/{jobId}/pause',
    operationId: 'jobs.pause',
    scope: 'jobs:control',
    summary: 'Pause a job',
    description:
      'Pauses a job. After the response nothing is sent until the job is resumed, except messages that were already being sent. Waiting recipients keep their due times. A paused job can be cancelled. Pausing a paused job changes nothing; but a job that was paused with its spinner then stays paused when the spinner is resumed. A job that has ended is refused with `CONFLICT`.',
    params,
    responses: { 200: response },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller, params: { jobId }, requester }) => {
      await jobs.pause(requester(), jobId)
      return shown(services, caller.organizationId, jobId)
    },
  })
}

function resumeJobRoute(services: Services): Route {
  const { jobs } = services
  return route<{ jobId: string }, undefined>({
    ...common,
    method: 'POST',
    path: '/jobs/{jobId}/resume',
    operationId: 'jobs.resume',
    scope: 'jobs:control',
    summary: 'Resume a job',
    description:
      'Resumes a paused job. Work that became due during the pause is due at once. Resuming a job that is not paused changes nothing. The call is refused with `CONFLICT` if the job has ended, or if its spinner is paused; resume the spinner instead.',
    params,
    responses: { 200: response },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller, params: { jobId }, requester }) => {
      await jobs.resume(requester(), jobId)
      return shown(services, caller.organizationId, jobId)
    },
  })
}

function listRecipientsRoute({ jobStore, spinnerStore }: Services): Route {
  return route<{ jobId: string }, undefined, RecipientListQuery>({
    ...common,
    method: 'GET',
    path: '/jobs/{jobId}/recipients',
    operationId: 'jobs.listRecipients',
    scope: 'jobs:read',
    summary: 'List the recipients of a job',
    description:
      'Returns the recipients whose processing has begun, in the order in which it began, with their step, status and reason. `status`, `reason` and `step` narrow the list; the counts of `GET /jobs/{jobId}/steps` use the same steps and states. Recipients are kept for 90 days after the end of the job, or for `RETENTION_DAYS` days if the deployment sets it.',
    params,
    query: Joi.object({ ...recipientFilter, ...pageQuery }),
    csv: {
      fileName: 'recipients',
      columns: ['recordId', 'status', 'step', 'path', 'attempts', 'reason.code', 'error', 'updatedAt'],
    },
    responses: {
      200: listResponse('A page of recipients.', recipientSchema, {
        ...exampleRecipient,
        path: '2',
      }),
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { jobId }, query }) => {
      const { spinnerId, spinnerVersion: version } = orNotFound(
        await jobStore.find(caller.organizationId, jobId),
        'Job not found',
      )
      const { status = null, reason = null, step } = query
      const at = await shownAt(spinnerStore, caller.organizationId, { spinnerId, version, step })
      const page = await jobStore.recipients(jobId, { status, reason, at }, pageOfQuery(query))
      const steps = (await jobStore.programsOf(caller.organizationId, [jobId])).get(jobId) ?? null
      return listAnswer(page, (recipient) => presentPlacedRecipient(recipient, steps))
    },
  })
}

function listArmsRoute({ jobStore }: Services): Route {
  return route<{ jobId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/jobs/{jobId}/branches',
    operationId: 'jobs.listBranches',
    listsWhole: true,
    scope: 'jobs:read',
    summary: 'Compare the branches of split steps',
    description:
      'Returns the results of the recipients in each branch (`branches`) of the split steps of the job, to decide which branch works better. Everything after the split counts, also after the end of the branch. The figures stay after the recipients were deleted.',
    params,
    responses: {
      200: {
        description:
          'The branches of each split step in their order; empty if the version has no split step.',
        schema: branchFiguresSchema,
        example: exampleBranchFigures,
      },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { jobId } }) => {
      const job = orNotFound(await jobStore.find(caller.organizationId, jobId), 'Job not found')
      return { status: 200, body: { items: await jobStore.armsOf(caller.organizationId, job.id) } }
    },
  })
}

function getProgressRoute({ jobStore }: Services): Route {
  return route<{ jobId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/jobs/{jobId}/progress',
    operationId: 'jobs.getProgress',
    scope: 'jobs:read',
    summary: 'See the progress of a job',
    description:
      'Returns the number of finished recipients over time, from the start of the job to its end or now, for a chart. After the recipients were deleted (90 days after the end of the job by default) only the first and the last point are left. The list is empty while the job has not started.',
    params,
    responses: {
      200: {
        description: 'The points of the progress in order of time.',
        schema: progressSchema,
        example: exampleProgress,
      },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { jobId } }) => {
      const job = orNotFound(await jobStore.find(caller.organizationId, jobId), 'Job not found')
      return { status: 200, body: await jobStore.progress(job) }
    },
  })
}

function streamEventsRoute({ jobStore }: Services): Route {
  const streams = new SlotLimit(
    maxStreamsOfOne,
    (taken) =>
      `You already watch ${taken} jobs at the same time, which is the limit; close one of these connections first`,
  )
  return route<{ jobId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/jobs/{jobId}/progress/stream',
    operationId: 'jobs.streamProgress',
    scope: 'jobs:read',
    summary: 'Watch a job',
    description: `Streams server-sent events to follow a job without polling. A \`job\` event with the whole job as JSON is sent at once and after every change, at most twice a second. The stream ends with the job, and when the session or the API key ends. A comment line is sent every 15 seconds without a change. \`RATE_LIMITED\` if the person or the API key has ${maxStreamsOfOne} open streams.`,
    params,
    responses: {
      200: {
        description: 'A stream of `job` events. The data of each event is a `Job` as JSON.',
        contentType: 'text/event-stream',
        example: `event: job\ndata: ${JSON.stringify(exampleJob)}\n\n`,
      },
    },
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
    handle: async ({ caller, params: { jobId }, stillAdmitted, gone }) => {
      const look = () => jobStore.find(caller.organizationId, jobId)
      const job = orNotFound(await look(), 'Job not found')
      const release = streams.take(caller.id)
      const mayLook = () =>
        stillAdmitted().then(
          () => true,
          () => false,
        )
      return {
        status: 200,
        body: jobEvents(job, look, mayLook, gone()).once('close', release),
        headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' },
      }
    },
  })
}

async function shown({ jobStore }: Services, organizationId: string, jobId: string): Promise<Answer> {
  return {
    status: 200,
    body: presentJob(orNotFound(await jobStore.find(organizationId, jobId), 'Job not found')),
  }
}
