import Joi from 'joi'
import { DomainError } from '../../../domain/errors.ts'
import { type Route, route } from '../route.ts'
import type { Services } from '../services.ts'

const fine = (description: string) => ({
  200: {
    description,
    schema: Joi.object({
      ok: Joi.valid(true).required().description('Always `true`; failures have another status.'),
    }),
    example: { ok: true },
  },
})

/** Returns the health routes for load balancers and orchestrators, outside of /api/v1. */
export function healthRoutes({ serviceState }: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: '/healthz',
      operationId: 'health.get',
      summary: 'Check that the process runs',
      description: 'Answers 200 while the process runs, also without a database.',
      tag: 'Operations',
      auth: { kind: 'none' },
      responses: fine('The server process of Spindle runs.'),
      handle: async () => ({ status: 200, body: { ok: true } }),
    }),
    route({
      method: 'GET',
      path: '/readyz',
      operationId: 'readiness.get',
      summary: 'Check that the service is ready',
      description: 'Answers 200 if the database can be reached and is migrated; otherwise OVERLOADED.',
      tag: 'Operations',
      auth: { kind: 'none' },
      responses: fine('The server process of Spindle can reach its database and take requests.'),
      errors: ['OVERLOADED'],
      handle: async () => {
        const message = await serviceState.missing()
        if (message !== null) throw new DomainError('OVERLOADED', { message })
        return { status: 200, body: { ok: true } }
      },
    }),
  ]
}
