import Joi from 'joi'
import type { ReasonCode } from '../../../../domain/job/recipient/reason.ts'
import { type RecipientState, recipientStates } from '../../../../domain/job/recipient/recipient-state.ts'
import { foundAt, mostJobsCounted, type ShownAt } from '../../../../domain/job/step-figures.ts'
import { programOf } from '../../../../domain/spinner/steps/program.ts'
import { mostSteps } from '../../../../domain/spinner/steps/step.ts'
import type { JobQueries } from '../../../../ports/job/job-queries.ts'
import type { JobSteps } from '../../../../ports/job/job-steps.ts'
import type { SpinnerQueries } from '../../../../ports/spinner/spinner-queries.ts'
import {
  found,
  idForm,
  idInPath,
  listAnswer,
  listResponse,
  type PageQuery,
  pageOfQuery,
  pageQuery,
} from '../../forms.ts'
import { type Route, route } from '../../route.ts'
import {
  exampleJobId,
  exampleRecipient,
  placedRecipientSchema,
  presentPlacedRecipient,
  reasonCodeForm,
} from '../job-presenter.ts'
import {
  exampleFigures,
  presentFigures,
  spinnerFiguresSchema,
  versionFiguresSchema,
} from './steps-presenter.ts'

export interface StepOptions {
  readonly jobs: JobQueries
  readonly jobSteps: JobSteps
  readonly spinners: SpinnerQueries
}

export interface RecipientListQuery extends PageQuery {
  readonly state?: RecipientState
  readonly reason?: ReasonCode
  readonly step?: number
}

/** The query parameters that select recipients. */
export const recipientFilter = {
  state: Joi.valid(...recipientStates).description('Only recipients in this state.'),
  reason: reasonCodeForm.description('Only recipients with this reason.'),
  step: Joi.number()
    .integer()
    .min(0)
    .max(mostSteps - 1)
    .description('Only those that stand at this step, as `steps` counts them: from 0.'),
}

/** Returns the filter for the recipients that the figures of a step count; null if no step is given. */
export async function shownAt(
  spinners: SpinnerQueries,
  organizationId: string,
  { spinnerId, version, step }: { spinnerId: string; version: number; step: number | undefined },
): Promise<ShownAt | null> {
  if (step === undefined) return null
  const ran = await spinners.version(organizationId, spinnerId, version)
  return foundAt(programOf(ran?.steps ?? []), step)
}

/** Returns the routes with the figures and the recipients of each step of a job. */
export function stepRoutes({ jobs, jobSteps, spinners }: StepOptions): Route[] {
  return [
    route<{ jobId: string }, undefined>({
      tag: 'Jobs',
      auth: { kind: 'session' },
      method: 'GET',
      path: '/jobs/{jobId}/steps',
      summary: 'See how a job goes, step by step',
      description:
        'How many recipients have come to each step and gone on, and how many stand there, in which state and why. `GET /jobs/{jobId}/recipients` lists them by `step` and `state`. The figures outlast the recipients.',
      params: Joi.object({ jobId: idInPath('The job.') }),
      responses: {
        200: {
          description: 'The steps of its version.',
          schema: versionFiguresSchema,
          example: exampleFigures,
        },
      },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { jobId } }) => {
        const figures = await jobSteps.figuresOfJob(user.organizationId, jobId)
        return { status: 200, body: presentFigures(found(figures, 'Job not found')) }
      },
    }),
    route<{ spinnerId: string }, undefined>({
      tag: 'Spinners',
      auth: { kind: 'session' },
      method: 'GET',
      path: '/spinners/{spinnerId}/steps',
      summary: 'See how a spinner goes, step by step',
      description: `The same of all jobs of the spinner, added up by the version that they ran; of the latest ${mostJobsCounted.toLocaleString('en')}, if it has more. Whoever failed and was run again counts where that was.`,
      params: Joi.object({ spinnerId: idInPath('The spinner.') }),
      responses: {
        200: {
          description: 'The steps of each version.',
          schema: spinnerFiguresSchema,
          example: { versions: [exampleFigures], more: false },
        },
      },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { spinnerId } }) => {
        found(await spinners.find(user.organizationId, spinnerId), 'Spinner not found')
        const { versions, more } = await jobSteps.figuresOfSpinner(user.organizationId, spinnerId)
        return { status: 200, body: { versions: versions.map(presentFigures), more } }
      },
    }),
    route<{ spinnerId: string }, undefined, RecipientListQuery & { readonly version: number }>({
      tag: 'Spinners',
      auth: { kind: 'session' },
      method: 'GET',
      path: '/spinners/{spinnerId}/recipients',
      summary: 'See who stands where in the jobs of a spinner',
      description:
        'Recipients of the jobs that `GET /spinners/{spinnerId}/steps` counts, the latest job first. Whoever failed and was run again is listed where that was.',
      params: Joi.object({ spinnerId: idInPath('The spinner.') }),
      query: Joi.object({
        version: Joi.number()
          .integer()
          .min(1)
          .max(2_147_483_647)
          .required()
          .description('The version of the jobs.'),
        ...recipientFilter,
        ...pageQuery,
      }),
      responses: {
        200: listResponse(
          'A page of recipients.',
          placedRecipientSchema.keys({ jobId: idForm }).meta({ named: 'RecipientOfJob' }),
          { ...exampleRecipient, path: '2', jobId: exampleJobId },
        ),
      },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { spinnerId }, query }) => {
        const { organizationId } = user
        const spinner = found(await spinners.find(organizationId, spinnerId), 'Spinner not found')
        const { state = null, reason = null, version, step } = query
        const ran = await spinners.version(organizationId, spinner.id, version)
        const program = programOf(ran?.steps ?? [])
        const at = step === undefined ? null : foundAt(program, step)
        const of = { organizationId, spinnerId: spinner.id, version }
        const page = await jobs.recipientsOf(of, { state, reason, at }, pageOfQuery(query))
        return listAnswer(page, (one) => ({ ...presentPlacedRecipient(one, program), jobId: one.jobId }))
      },
    }),
  ]
}
