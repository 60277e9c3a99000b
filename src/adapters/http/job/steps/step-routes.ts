import Joi from 'joi'
import { type RecipientStatus, recipientStatuses } from '../../../../domain/job/recipient/recipient-status.ts'
import { maxJobsCounted, type StepFilter, stepFilterOf } from '../../../../domain/job/step-figures.ts'
import type { ReasonCode } from '../../../../domain/reason.ts'
import { programOf } from '../../../../domain/spinner/steps/program.ts'
import { maxSteps } from '../../../../domain/spinner/steps/step.ts'
import type { SpinnerStore } from '../../../../ports/spinner/spinners.ts'
import {
  idInPath,
  listAnswer,
  listResponse,
  orNotFound,
  type PageQuery,
  pageOfQuery,
  pageQuery,
} from '../../forms.ts'
import { type Route, route } from '../../route.ts'
import { exampleJobId, reasonCodeForm } from '../../sender/message/reason-form.ts'
import type { Services } from '../../services.ts'
import { exampleRecipient, presentPlacedRecipient, recipientOfJobSchema } from '../job-presenter.ts'
import {
  exampleFigures,
  presentFigures,
  spinnerFiguresSchema,
  versionFiguresSchema,
} from './steps-presenter.ts'

export interface RecipientListQuery extends PageQuery {
  readonly status?: RecipientStatus
  readonly reason?: ReasonCode
  readonly step?: number
}

/** The schema of the query parameters that select recipients of a job by their state, reason or step. */
export const recipientFilter = {
  status: Joi.valid(...recipientStatuses).description(
    'Returns only recipients in this state, as in the field `status`.',
  ),
  reason: reasonCodeForm.description(
    'Returns only recipients with this reason code, such as `NOT_AN_ADDRESS`.',
  ),
  step: Joi.number()
    .integer()
    .min(0)
    .max(maxSteps - 1)
    .description('Returns only recipients that are at the step with this index, from 0, or ended at it.'),
}

/**
 * Returns the filter that selects the recipients of a job at a step, as the step's figures count them; null
 * without a step.
 */
export async function shownAt(
  spinners: SpinnerStore,
  organizationId: string,
  { spinnerId, version, step }: { spinnerId: string; version: number; step: number | undefined },
): Promise<StepFilter | null> {
  if (step === undefined) return null
  const ran = await spinners.version(organizationId, spinnerId, version)
  return stepFilterOf(programOf(ran?.steps ?? []), step)
}

/** Returns the routes with the figures and the recipients of each step of a job. */
export function stepRoutes(services: Services): Route[] {
  return [
    countAtStepsOfJobRoute(services),
    countAtStepsOfSpinnerRoute(services),
    listRecipientsAtStepRoute(services),
  ]
}

function countAtStepsOfJobRoute({ jobStore }: Services): Route {
  return route<{ jobId: string }, undefined>({
    tag: 'Jobs',
    auth: { kind: 'session' },
    method: 'GET',
    path: '/jobs/{jobId}/steps',
    operationId: 'jobs.listSteps',
    scope: 'jobs:read',
    summary: 'Count the recipients of a job by step',
    description:
      'Returns for each step how many recipients have reached it, have passed it and are at it now, by state and reason. `GET /jobs/{jobId}/recipients` lists these recipients by `step` and `status`. The figures stay after the recipients were deleted. `NOT_FOUND` if the organization has no such job.',
    params: Joi.object({ jobId: idInPath('The id of the job, a UUID.') }),
    responses: {
      200: {
        description: 'The numbers of recipients at each step of the version that the job runs.',
        schema: versionFiguresSchema,
        example: exampleFigures,
      },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { jobId } }) => {
      const figures = await jobStore.figuresOfJob(caller.organizationId, jobId)
      return { status: 200, body: presentFigures(orNotFound(figures, 'Job not found')) }
    },
  })
}

function countAtStepsOfSpinnerRoute({ jobStore, spinnerStore }: Services): Route {
  return route<{ spinnerId: string }, undefined>({
    tag: 'Spinners',
    auth: { kind: 'session' },
    method: 'GET',
    path: '/spinners/{spinnerId}/steps',
    operationId: 'spinners.listSteps',
    scope: 'jobs:read',
    summary: 'Count the recipients of a spinner by step',
    description: `Returns the figures of \`GET /jobs/{jobId}/steps\` for all jobs of a spinner, added up by version, to see where recipients are and where they were lost. At most the newest ${maxJobsCounted.toLocaleString('en')} jobs count. A retried recipient counts in the retry, not where it failed.`,
    params: Joi.object({ spinnerId: idInPath('The id of the spinner, a UUID.') }),
    responses: {
      200: {
        description: 'The numbers of recipients at each step, for each version of the spinner.',
        schema: spinnerFiguresSchema,
        example: { versions: [exampleFigures], hasMore: false },
      },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { spinnerId } }) => {
      orNotFound(await spinnerStore.find(caller.organizationId, spinnerId), 'Spinner not found')
      const { versions, hasMore } = await jobStore.figuresOfSpinner(caller.organizationId, spinnerId)
      return { status: 200, body: { versions: versions.map(presentFigures), hasMore } }
    },
  })
}

function listRecipientsAtStepRoute({ jobStore, spinnerStore }: Services): Route {
  return route<{ spinnerId: string }, undefined, RecipientListQuery & { readonly version: number }>({
    tag: 'Spinners',
    auth: { kind: 'session' },
    method: 'GET',
    path: '/spinners/{spinnerId}/recipients',
    operationId: 'spinners.listRecipients',
    scope: 'jobs:read',
    summary: 'List the recipients of a spinner',
    description:
      'Returns the recipients of the jobs of one version that `GET /spinners/{spinnerId}/steps` counts, newest job first. `status`, `reason` and `step` narrow the list. A retried recipient is listed in the retry, not where it failed. `NOT_FOUND` if the organization has no such spinner.',
    params: Joi.object({ spinnerId: idInPath('The id of the spinner, a UUID.') }),
    query: Joi.object({
      version: Joi.number()
        .integer()
        .min(1)
        .max(2_147_483_647)
        .required()
        .description('The number of the version whose jobs are searched, from 1.'),
      ...recipientFilter,
      ...pageQuery,
    }),
    responses: {
      200: listResponse('A page of recipients.', recipientOfJobSchema, {
        ...exampleRecipient,
        path: '2',
        jobId: exampleJobId,
      }),
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { spinnerId }, query }) => {
      const { organizationId } = caller
      const spinner = orNotFound(await spinnerStore.find(organizationId, spinnerId), 'Spinner not found')
      const { status = null, reason = null, version, step } = query
      const ran = await spinnerStore.version(organizationId, spinner.id, version)
      const program = programOf(ran?.steps ?? [])
      const at = step === undefined ? null : stepFilterOf(program, step)
      const of = { organizationId, spinnerId: spinner.id, version }
      const page = await jobStore.recipientsOf(of, { status, reason, at }, pageOfQuery(query))
      return listAnswer(page, (job) => ({ ...presentPlacedRecipient(job, program), jobId: job.jobId }))
    },
  })
}
