import Joi from 'joi'
import { type RetryVersion, retryVersions } from '../../../../domain/job/retry-version.ts'
import { type ReasonCode, reasonCodes } from '../../../../domain/reason.ts'
import { maxSteps } from '../../../../domain/spinner/steps/step.ts'
import type { RetryFailedCommand } from '../../../../use-cases/job/retry-failed.ts'
import { idInPath, idOf, orNotFound } from '../../forms.ts'
import { type Route, route } from '../../route.ts'
import { exampleJobId, reasonCodeForm } from '../../sender/message/reason-form.ts'
import type { Services } from '../../services.ts'
import { exampleJob, jobSchema, presentJob } from '../job-presenter.ts'

interface RetryRequest {
  readonly codes?: readonly ReasonCode[]
  readonly steps?: readonly number[]
  readonly version?: RetryVersion
}

const body = {
  schema: Joi.object<RetryRequest>({
    codes: Joi.array()
      .items(reasonCodeForm)
      .min(1)
      .max(reasonCodes.length)
      .unique()
      .description(
        'The codes of the reasons to retry; all failures by default. `RESTORED` alone takes unconfirmed recipients instead of failed ones: their message may have been sent after the time to which the database was restored. If other codes are given too, `RESTORED` also takes recipients that had failed at that time and may have been retried since. Without `RESTORED`, the retry leaves out both. If no other recipient is left to retry, the call is refused with `CONFLICT`.',
      ),
    steps: Joi.array()
      .items(
        Joi.number()
          .integer()
          .min(0)
          .max(maxSteps - 1)
          .description('The index of a step, from 0.'),
      )
      .min(1)
      .max(maxSteps)
      .unique()
      .description('The indexes of the steps at which the recipients failed, from 0; all steps by default.'),
    version: Joi.valid(...retryVersions)
      .default('same')
      .description(
        'The version to run: `same` (the version in which the recipients failed, the default) or `current` (the published version).',
      ),
  }),
  limit: 10_000,
  optional: true,
  examples: {
    all: { summary: 'All failed recipients', value: {} },
    corrected: {
      summary: 'Template failures, with the corrected version',
      value: { codes: ['MISSING_CELL', 'TEMPLATE_FAILED'], version: 'current' },
    },
    step: { summary: 'Failures at the first step', value: { steps: [0] } },
  },
} as const

const versionWords =
  '`version: "current"` uses the published version. It is refused with `CONFLICT` if that version has another type of step at the failed position, or another message before it. `version: "same"`, the default, is refused with `CONFLICT` if the version in which the recipients failed uses a column that was renamed or removed since, unless that version is still published.'

/** Returns the routes that retry the failed recipients of a job, and of all jobs of a spinner. */
export function retryRoutes(services: Services): Route[] {
  return [retryFailedRoute(services), retryFailedOfSpinnerRoute(services)]
}

function retryFailedRoute({ retryFailed, jobStore }: Services): Route {
  return route<{ jobId: string }, RetryRequest | undefined>({
    tag: 'Jobs',
    auth: { kind: 'session' },
    method: 'POST',
    path: '/jobs/{jobId}/retry-failed',
    operationId: 'jobs.retryFailed',
    scope: 'jobs:control',
    summary: 'Retry failed recipients',
    description: `Starts a new job with the failed recipients of a job, also while that job runs. Each recipient continues at the step that failed, so earlier messages are not sent again. Recipients that have replied, unsubscribed, complained or bounced since are left out. The call can be repeated: a recipient is in only one retry of a job, and a recipient that fails again is retried from the job where it failed last. Cancelling a retry frees the recipients that it has not begun. Recipients that a runtime is working with at this moment are left for the next call.\n\n${versionWords} The call is also refused with \`CONFLICT\` if no recipient is left to retry. A retry counts 1 on the \`jobs\` meter of the plan (\`PLAN_LIMIT\`).`,
    params: Joi.object({ jobId: idInPath('The id of the job, a UUID.') }),
    body,
    responses: {
      201: { description: 'The job with its status and counts.', schema: jobSchema, example: exampleJob },
    },
    errors: ['NOT_FOUND', 'CONFLICT', 'PLAN_LIMIT', 'FORBIDDEN'],
    handle: async ({ caller, params: { jobId }, body: sent, by }) => {
      const { organizationId } = caller
      const id = await retryFailed.execute({ organizationId, jobId, ...choiceOf(sent), by: by() })
      const job = orNotFound(await jobStore.find(organizationId, id), 'Job not found')
      return { status: 201, body: presentJob(job) }
    },
  })
}

function retryFailedOfSpinnerRoute({ retryFailed, jobStore, spinnerStore }: Services): Route {
  return route<{ spinnerId: string }, RetryRequest | undefined>({
    tag: 'Spinners',
    auth: { kind: 'session' },
    method: 'POST',
    path: '/spinners/{spinnerId}/retry-failed',
    operationId: 'spinners.retryFailed',
    scope: 'jobs:control',
    summary: 'Retry failed recipients of all jobs',
    description: `Does for up to 100 jobs of a spinner with failed recipients what \`POST /jobs/{jobId}/retry-failed\` does for one, and starts one new job for each. Jobs whose failed recipients were retried already, or have none with these codes and steps, are left out. ${versionWords} The call is refused if no job was started.`,
    params: Joi.object({ spinnerId: idInPath('The id of the spinner, a UUID.') }),
    body,
    responses: {
      201: {
        description: 'The new jobs, and the jobs that could not be retried.',
        schema: Joi.object({
          items: Joi.array()
            .items(jobSchema)
            .required()
            .description('The new jobs, one for each retried job.'),
          refused: Joi.array()
            .items(
              Joi.object({
                jobId: idOf('the job that was not retried'),
                code: Joi.valid('CONFLICT', 'NOT_FOUND', 'PLAN_LIMIT', 'FORBIDDEN')
                  .required()
                  .description('The code of the error.'),
                message: Joi.string().required().description('The reason as a sentence for people.'),
              }),
            )
            .required()
            .description('The jobs with failed recipients that could not be retried, with the reasons.'),
          hasMore: Joi.boolean()
            .required()
            .description('Whether more jobs may have failed recipients. To retry them, repeat the call.'),
        })
          .description('The retries of several jobs of a spinner.')
          .meta({ named: 'SpinnerRetry' }),
        example: {
          items: [exampleJob],
          refused: [
            {
              jobId: exampleJobId,
              code: 'CONFLICT',
              message:
                'Messages of this job are still being sent, or replies to them processed; try again in a few seconds',
            },
          ],
          hasMore: false,
        },
      },
    },
    errors: ['NOT_FOUND', 'CONFLICT', 'PLAN_LIMIT', 'FORBIDDEN'],
    handle: async ({ caller, params: { spinnerId }, body: sent, by }) => {
      const { organizationId } = caller
      orNotFound(await spinnerStore.find(organizationId, spinnerId), 'Spinner not found')
      const of = { organizationId, spinnerId, ...choiceOf(sent), by: by() }
      const { startedIds, refused, hasMore } = await retryFailed.ofSpinner(of)
      const jobs = await Promise.all(startedIds.map((id) => jobStore.find(organizationId, id)))
      const items = jobs.flatMap((job) => (job === null ? [] : [presentJob(job)]))
      return {
        status: 201,
        body: {
          items,
          refused: refused.map(({ jobId, error }) => ({ jobId, code: error.code, message: error.message })),
          hasMore,
        },
      }
    },
  })
}

function choiceOf(sent: RetryRequest | undefined): Pick<RetryFailedCommand, 'codes' | 'steps' | 'version'> {
  return { codes: sent?.codes ?? null, steps: sent?.steps ?? null, version: sent?.version ?? 'same' }
}
