import Joi from 'joi'
import { type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import { exampleWorker, workerSchema } from './worker-presenter.ts'

export function runtimeRoutes({ serviceState }: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: '/runtime',
      operationId: 'runtime.get',
      summary: 'List the runtime processes',
      description:
        'Returns the runtime processes (the worker processes that run jobs and send messages) of the deployment that reported within the last 15 seconds. They run the jobs of all organizations. Without a runtime process, jobs stay `queued` and nothing is sent.',
      tag: 'Jobs',
      auth: { kind: 'session' },
      responses: {
        200: {
          description: 'The runtime processes with their last report.',
          schema: Joi.object({
            workers: Joi.array()
              .items(workerSchema)
              .required()
              .description('The runtime processes that are alive; empty if none is running.'),
          }),
          example: { workers: [exampleWorker] },
        },
      },
      handle: async () => ({
        status: 200,
        body: { workers: await serviceState.live() },
      }),
    }),
  ]
}
