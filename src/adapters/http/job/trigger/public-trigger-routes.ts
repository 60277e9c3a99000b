import Joi from 'joi'
import type { RehearseTrigger } from '../../../../use-cases/job/rehearsal/rehearse-trigger.ts'
import type { TriggerSpinner } from '../../../../use-cases/job/trigger-spinner.ts'
import { replayHeaders } from '../../request/idempotency.ts'
import { type Route, route } from '../../route.ts'
import { dryRun, dryRunResponse } from '../rehearsal/dry-run.ts'
import { requestDigestOf } from '../rehearsal/rehearsal-presenter.ts'
import { triggerAnswer, triggerResponse } from './trigger-answer.ts'
import { type TriggerBody, triggerBody, triggerErrors, triggerRequestOf } from './trigger-form.ts'

export function publicTriggerRoutes(
  triggerSpinner: TriggerSpinner,
  rehearseTrigger: RehearseTrigger,
): Route[] {
  return [
    route<{ spinnerId: string }, TriggerBody | undefined>({
      method: 'POST',
      path: '/public/trigger/{spinnerId}',
      summary: 'Start a job for a published spinner',
      description:
        'Starts a job of the published version: one run of the spinner over an audience. Without a body it takes the records that no earlier job of the spinner has taken, or all records, as the `audience` of the spinner defines. With `records`, `recordIds`, `match` or `where` the job takes exactly these records, even if an earlier job took them. Later jobs over new records do not take them again. The job stays `queued` until a runtime process picks it up; `GET /public/jobs/{jobId}` returns its status.\n\nA job counts 1 on the `jobs` meter of the plan, and `records` count on the `records` meter like ingested records. A dry run counts nothing. If a meter would exceed its limit, nothing is started or written (`PLAN_LIMIT`). `SPINNER_NOT_FOUND` if the spinner does not exist or is not published, `TRIGGER_DATA_MISMATCH` if `data` does not fit the spinner.\n\nIf addresses must be confirmed, an organization whose owner has not confirmed theirs is refused with `FORBIDDEN`. In the first 24 hours after the confirmation, a job that could exceed 200 messages in total is refused too.',
      tag: 'Public API',
      auth: { kind: 'apiKey', scope: 'trigger' },
      params: Joi.object({
        spinnerId: Joi.string().required().description('The id of the spinner to start, a UUID.'),
      }),
      body: triggerBody,
      idempotent: true,
      responses: { 200: dryRunResponse, 201: triggerResponse },
      errors: triggerErrors,
      handle: async ({ params, credential, idempotency, body, requestId, gone }) => {
        const { spinnerId } = params
        const request = triggerRequestOf(body)
        if (request.dryRun)
          return dryRun(rehearseTrigger, { caller: credential, spinnerId, request, gone: gone() })
        const { answer, replayed, organizationId } = await triggerSpinner.execute({
          caller: credential,
          spinnerId,
          idempotency,
          request,
          requestId,
          ...(request.rehearsal === null ? {} : { requestDigest: requestDigestOf(request) }),
        })
        return {
          status: 201,
          body: triggerAnswer(answer),
          headers: replayHeaders(replayed),
          organizationId,
        }
      },
    }),
  ]
}
