import Joi from 'joi'
import { jobStatuses } from '../../../domain/job/job.ts'
import type { GetJob } from '../../../use-cases/get-job.ts'
import { publicJob } from '../presenters/job.ts'
import { type Route, route } from '../route.ts'

const count = Joi.number().integer().min(0).required()
const moment = Joi.string().isoDate().required()

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
            spinnerId: Joi.string().guid().required(),
            status: Joi.valid(...jobStatuses).required(),
            counts: Joi.object({
              total: count,
              pending: count,
              waiting: count,
              done: count,
              skipped: count,
              failed: count,
              unconfirmed: count,
            }).required(),
            createdAt: moment,
            startedAt: moment.allow(null),
            finishedAt: moment.allow(null),
          }),
          example: {
            ok: true,
            jobId: '01936f50-1c7e-7d43-8b11-5e6f7a8b9c0d',
            spinnerId: '01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f',
            status: 'running',
            counts: {
              total: 1200,
              pending: 700,
              waiting: 0,
              done: 497,
              skipped: 0,
              failed: 3,
              unconfirmed: 0,
            },
            createdAt: '2026-11-20T09:00:00.000Z',
            startedAt: '2026-11-20T09:00:00.120Z',
            finishedAt: null,
          },
        },
      },
      errors: ['NOT_FOUND'],
      handle: async ({ params, credential }) => {
        const job = await getJob.execute({ credential, jobId: params.jobId })
        return { status: 200, body: { ok: true, ...publicJob(job) }, organizationId: job.organizationId }
      },
    }),
  ]
}
