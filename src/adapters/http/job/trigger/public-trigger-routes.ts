import Joi from 'joi'
import type { RehearseTrigger } from '../../../../use-cases/job/rehearsal/rehearse-trigger.ts'
import type { TriggerSpinner } from '../../../../use-cases/job/trigger-spinner.ts'
import { replayHeaders } from '../../request/idempotency.ts'
import { type Route, route } from '../../route.ts'
import { dryRun, dryRunResponse } from '../rehearsal/dry-run.ts'
import { wishDigestOf } from '../rehearsal/rehearsal-presenter.ts'
import { triggerAnswer, triggerResponse } from './trigger-answer.ts'
import { type TriggerBody, triggerBody, triggerErrors, wishOf } from './trigger-form.ts'

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
        'The job takes the records that no earlier job of the spinner has taken, or all of them, as the spinner says. It stays `queued` until a runtime picks it up. It counts on the `jobs` meter of the plan. Where addresses have to be confirmed, an organization whose owner has not confirmed theirs is refused with `FORBIDDEN`, and so is a job of more than what is left of 200 messages in the first 24 hours after. With `records`, `recordIds`, `match` or `where` it takes exactly these, also whom an earlier job took; jobs over new records do not take them again.',
      tag: 'Public API',
      auth: { kind: 'apiKey', scope: 'trigger' },
      params: Joi.object({ spinnerId: Joi.string().required().description('The spinner to start.') }),
      body: triggerBody,
      idempotent: true,
      responses: { 200: dryRunResponse, 201: triggerResponse },
      errors: triggerErrors,
      handle: async ({ params, credential, idempotency, body, requestId, gone }) => {
        const { spinnerId } = params
        const wish = wishOf(body)
        if (wish.dryRun) return dryRun(rehearseTrigger, { caller: credential, spinnerId, wish, gone: gone() })
        const { answer, replayed, organizationId } = await triggerSpinner.execute({
          caller: credential,
          spinnerId,
          idempotency,
          wish,
          requestId,
          ...(wish.rehearsal === null ? {} : { wishDigest: wishDigestOf(wish) }),
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
