import Joi from 'joi'
import type { GetJob } from '../../../use-cases/job/get-job.ts'
import { momentForm } from '../forms.ts'
import { type Route, route } from '../route.ts'
import {
  exampleJobFields,
  exampleJobId,
  hintForm,
  jobFields,
  presentPublicJob,
  reasonCount,
} from './job-presenter.ts'

export function publicJobRoutes(getJob: GetJob): Route[] {
  return [
    route<{ jobId: string }, undefined>({
      method: 'GET',
      path: '/public/jobs/{jobId}',
      summary: 'See the status of a job',
      description:
        'Returns the status and the counts of a job. Each recipient counts once, so `total` is the sum of the other counts.',
      tag: 'Public API',
      auth: { kind: 'apiKey', scope: 'trigger' },
      params: Joi.object({
        jobId: Joi.string().required().description('The id of the job, as in the response of the trigger.'),
      }),
      responses: {
        200: {
          description: 'The current status and counts of the job.',
          schema: Joi.object({
            ok: Joi.valid(true).required(),
            jobId: Joi.string().guid().required(),
            ...jobFields,
            startsAt: momentForm
              .optional()
              .description('The time when the job starts or was to start; absent for a job without a delay.'),
            reasons: Joi.array()
              .items(reasonCount)
              .description(
                'The reasons why recipients were skipped, failed, are in doubt, wait or were stopped, with their numbers; absent if there are none.',
              ),
            hint: hintForm,
          }).meta({ named: 'PublicJob' }),
          example: { ok: true, jobId: exampleJobId, ...exampleJobFields },
        },
      },
      errors: ['NOT_FOUND'],
      handle: async ({ params, credential }) => {
        const job = await getJob.execute({ credential, jobId: params.jobId })
        return {
          status: 200,
          body: { ok: true, ...presentPublicJob(job) },
          organizationId: job.organizationId,
        }
      },
    }),
  ]
}
