import Joi from 'joi'
import type { GetJob } from '../../../use-cases/job/get-job.ts'
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
      summary: 'See how far a job is',
      description: 'Every recipient is counted once: `total` is the sum of the other counts.',
      tag: 'Public API',
      auth: { kind: 'apiKey', scope: 'trigger' },
      params: Joi.object({
        jobId: Joi.string().required().description('The job, as the trigger answered it.'),
      }),
      responses: {
        200: {
          description: 'The job as it is now.',
          schema: Joi.object({
            ok: Joi.valid(true).required(),
            jobId: Joi.string().guid().required(),
            ...jobFields,
            reasons: Joi.array()
              .items(reasonCount)
              .description(
                'Why recipients were skipped, failed, are in doubt, wait or were stopped, and how many of them. Absent where nobody has a reason.',
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
