import Joi from 'joi'
import { type Route, route } from '../../route.ts'
import type { Services } from '../../services.ts'
import { handleTrigger, triggerRule } from './handle-trigger.ts'
import type { TriggerBody } from './trigger-form.ts'

export function publicTriggerRoutes(useCases: Services): Route[] {
  return [
    route<{ spinnerId: string }, TriggerBody | undefined>({
      method: 'POST',
      path: '/public/trigger/{spinnerId}',
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
        handleTrigger(useCases, { caller: credential, spinnerId, idempotency, body, requestId, gone }),
    }),
  ]
}
