import Joi from 'joi'
import type { TriggerCommand } from '../../../../use-cases/job/trigger-spinner.ts'
import { replayHeaders } from '../../request/idempotency.ts'
import type { Answer } from '../../response.ts'
import { type Route, route } from '../../route.ts'
import type { Services } from '../../services.ts'
import { dryRunAnswer, dryRunResponse } from '../rehearsal/trigger-preview.ts'
import {
  type TriggerBody,
  triggerAnswer,
  triggerBody,
  triggerErrors,
  triggerRequestOf,
  triggerResponse,
} from './trigger-form.ts'

/**
 * The properties that the trigger routes of the public API and of the console have in common: body, responses
 * and errors.
 */
const triggerRule = {
  body: triggerBody,
  idempotent: 'byUseCase',
  responses: { 200: dryRunResponse, 201: triggerResponse },
  errors: triggerErrors,
} as const

export function publicTriggerRoute(services: Services): Route {
  return route<{ spinnerId: string }, TriggerBody | undefined>({
    method: 'POST',
    path: '/public/trigger/{spinnerId}',
    operationId: 'spinners.trigger',
    summary: 'Start a job for a published spinner',
    description:
      'Starts a job of the published version: one run of the spinner over an audience. Without a body it takes the records that no earlier job of the spinner has taken, or all records, as the `audience` of the spinner defines. If the body has `records`, `recordIds`, `match` or `where`, the job takes exactly these records, even if an earlier job took them. Later jobs over new records do not take them again. The job stays `queued` until a runtime process picks it up; `GET /public/jobs/{jobId}` returns its status.\n\nA job counts 1 on the `jobs` meter of the plan, and `records` count on the `records` meter like ingested records. A dry run counts nothing. If a meter would exceed its limit, nothing is started or written (`PLAN_LIMIT`). `SPINNER_NOT_FOUND` if the spinner does not exist or is not published, `TRIGGER_DATA_MISMATCH` if `data` does not fit the spinner.\n\nIf addresses must be confirmed, an organization whose owner has not confirmed theirs is refused with `FORBIDDEN`.',
    tag: 'Public API',
    auth: { kind: 'apiKey', scope: 'trigger' },
    params: Joi.object({
      spinnerId: Joi.string().required().description('The id of the spinner to start, a UUID.'),
    }),
    ...triggerRule,
    handle: ({ params: { spinnerId }, credential, idempotency, body, requestId, gone }) =>
      handleTrigger(services, { caller: credential, spinnerId, idempotency, body, requestId, gone }),
  })
}

export function triggerSpinnerRoute(services: Services): Route {
  return route<{ spinnerId: string }, TriggerBody | undefined>({
    method: 'POST',
    path: '/spinners/{spinnerId}/jobs',
    operationId: 'jobs.create',
    summary: 'Start a job for a published spinner',
    description:
      'Starts a job of the published version for a signed-in person. The body, the response and the errors are the same as for `POST /public/trigger/{spinnerId}`, which explains them. A job counts 1 on the `jobs` meter of the plan, and `records` count on the `records` meter; a dry run counts nothing. `SPINNER_NOT_FOUND` if the spinner is not published, `PLAN_LIMIT` if a meter would exceed its limit.',
    tag: 'Jobs',
    auth: { kind: 'session' },
    params: Joi.object({
      spinnerId: Joi.string().required().description('The id of the spinner to start, a UUID.'),
    }),
    ...triggerRule,
    handle: ({ signedIn: { user }, params: { spinnerId }, idempotency, body, requestId, gone, by }) => {
      const { organizationId } = user
      const caller = { kind: 'session', organizationId, userId: user.id } as const
      const audit = { organizationId, by: by() }
      return handleTrigger(services, { caller, spinnerId, idempotency, body, requestId, gone, audit })
    },
  })
}

interface TriggerRequested extends Omit<TriggerCommand, 'request'> {
  readonly body: TriggerBody | undefined
  /** Returns a signal that aborts when the client has closed the connection. */
  readonly gone: () => AbortSignal
}

/** Starts the job of a trigger request, or rehearses it if the body has `preview`. */
async function handleTrigger(
  { triggerSpinner, rehearseTrigger }: Services,
  { body, gone, ...command }: TriggerRequested,
): Promise<Answer> {
  const request = triggerRequestOf(body)
  if (request.preview) {
    const rehearsed = await rehearseTrigger.execute({ ...command, request, gone: gone() })
    const { replayed, organizationId } = rehearsed
    return { status: 200, body: dryRunAnswer(rehearsed), headers: replayHeaders(replayed), organizationId }
  }
  const { answer, replayed, organizationId } = await triggerSpinner.execute({ ...command, request })
  return { status: 201, body: triggerAnswer(answer), headers: replayHeaders(replayed), organizationId }
}
