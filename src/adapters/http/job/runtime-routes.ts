import Joi from 'joi'
import type { RuntimePresence } from '../../../ports/job/runtime-presence.ts'
import { type Route, route } from '../route.ts'
import { exampleWorker, presentWorker, workerSchema } from './worker-presenter.ts'

export function runtimeRoutes(presence: RuntimePresence): Route[] {
  return [
    route({
      method: 'GET',
      path: '/runtime',
      summary: 'See who makes jobs progress',
      description:
        'The runtime processes that were seen within the last 15 seconds. While there is none, jobs stay `queued`.',
      tag: 'Jobs',
      auth: { kind: 'session' },
      responses: {
        200: {
          description: 'The workers.',
          schema: Joi.object({ workers: Joi.array().items(workerSchema).required() }),
          example: { workers: [exampleWorker] },
        },
      },
      errors: [],
      handle: async () => ({
        status: 200,
        body: { workers: (await presence.live()).map(presentWorker) },
      }),
    }),
  ]
}
