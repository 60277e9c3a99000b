import Joi from 'joi'
import type { RehearseTrigger } from '../../../use-cases/job/rehearsal/rehearse-trigger.ts'
import type { TriggerSpinner } from '../../../use-cases/job/trigger-spinner.ts'
import { replayHeaders } from '../request/idempotency.ts'
import { type Route, route } from '../route.ts'
import { dryRun, dryRunResponse } from './dry-run.ts'
import { type TriggerBody, triggerForm, wishOf } from './trigger-form.ts'

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
        'The job takes the records that no earlier job of the spinner has taken, or all of them, as the spinner says. It stays `queued` until a runtime picks it up. It counts on the `jobs` meter of the plan. Where addresses have to be confirmed, an organization whose owner has not confirmed theirs is refused with `FORBIDDEN`, and so is a job of more than what is left of 200 messages in the first 24 hours after.',
      tag: 'Public API',
      auth: { kind: 'apiKey', scope: 'trigger' },
      params: Joi.object({ spinnerId: Joi.string().required().description('The spinner to start.') }),
      idempotent: true,
      body: {
        schema: triggerForm,
        limit: 5 * 1024 * 1024,
        optional: true,
        examples: { none: { summary: 'Those whom the spinner takes', value: {} } },
      },
      responses: {
        200: dryRunResponse,
        201: {
          description: 'The job is queued.',
          schema: Joi.object({
            ok: Joi.valid(true).required(),
            jobId: Joi.string().guid().required(),
            spinnerId: Joi.string().guid().required(),
          }),
          example: {
            ok: true,
            jobId: '01936f50-1c7e-7d43-8b11-5e6f7a8b9c0d',
            spinnerId: '01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f',
          },
        },
      },
      errors: ['SPINNER_NOT_FOUND', 'PLAN_LIMIT', 'FORBIDDEN'],
      handle: async ({ params, credential, idempotency, body, gone }) => {
        const { spinnerId } = params
        const wish = wishOf(body)
        if (wish.dryRun) return dryRun(rehearseTrigger, { caller: credential, spinnerId, wish, gone: gone() })
        const { answer, replayed, organizationId } = await triggerSpinner.execute({
          caller: credential,
          spinnerId,
          idempotency,
        })
        return {
          status: 201,
          body: { ok: true, ...answer },
          headers: replayHeaders(replayed),
          organizationId,
        }
      },
    }),
  ]
}
