import Joi from 'joi'
import { idOf, momentForm, okForm } from '../forms.ts'
import { type Route, route } from '../route.ts'
import { exampleJobId } from '../sender/message/reason-form.ts'
import type { Services } from '../services.ts'
import { exampleJobFields, hintForm, jobFields, presentPublicJob, reasonCount } from './job-presenter.ts'

export function publicJobRoutes({ jobReader }: Services): Route[] {
  return [
    route<{ jobId: string }, undefined>({
      method: 'GET',
      path: '/public/jobs/{jobId}',
      operationId: 'jobs.getPublic',
      summary: 'See the status of a job',
      description:
        'Returns the status and the counts of a job. Each recipient counts once, so `total` is the sum of the other counts. Poll it until `status` is `completed`, `failed` or `cancelled`. A job with wait steps can run for weeks. The call uses no meter. `NOT_FOUND` if the organization of the key has no such job.',
      tag: 'Public API',
      auth: { kind: 'apiKey', scope: 'trigger' },
      params: Joi.object({
        jobId: Joi.string().required().description('The id of the job, as in the response of the trigger.'),
      }),
      responses: {
        200: {
          description: 'The current status and counts of the job.',
          schema: Joi.object({
            ok: okForm,
            jobId: idOf('the job'),
            ...jobFields,
            startsAt: momentForm
              .optional()
              .description(
                'The time for which the trigger scheduled the job (`scheduledAt`), in UTC (ISO 8601); until then the job is `queued`. Absent if the job was not scheduled for later.',
              ),
            reasons: Joi.array()
              .items(reasonCount)
              .description(
                'The reasons why recipients were skipped, failed, are unconfirmed, wait or were stopped, with their numbers; absent if there are none.',
              ),
            hint: hintForm,
          })
            .description('The status and the counts of a job.')
            .meta({ named: 'PublicJob' }),
          example: { ok: true, jobId: exampleJobId, ...exampleJobFields },
        },
      },
      errors: ['NOT_FOUND'],
      handle: async ({ params, caller }) => {
        const job = await jobReader.find(caller, params.jobId)
        return {
          status: 200,
          body: { ok: true, ...presentPublicJob(job) },
          organizationId: job.organizationId,
        }
      },
    }),
  ]
}
