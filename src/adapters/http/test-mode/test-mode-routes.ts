import Joi from 'joi'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import { sessionAnswer, sessionResponse } from '../account/sessions/session-answer.ts'
import { emptyResponse, noContent, smallBody } from '../forms.ts'
import { adminsOnly, everyRole, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'

const tag = 'Test mode'

/** Returns the routes that enter test mode, leave it and reset it. */
export function testModeRoutes(services: Services): Route[] {
  const { credentials, organizationStore, testMode } = services

  return [
    route({
      method: 'POST',
      path: '/test-mode/enter',
      operationId: 'testMode.enter',
      idempotent: false,
      summary: 'Enter test mode',
      description:
        'Switches this session to the test organization of your organization, which the first call creates. Its people are the people of your organization, with the same roles. Nothing leaves the service from test mode, except webhooks and guards to a test URL that you name. The response is the same as that of `GET /auth/session`.',
      tag,
      auth: everyRole,
      // The first call creates a test organization.
      allowsClosed: false,
      responses: { 200: sessionResponse },
      handle: async ({ signedIn, by }) => {
        await testMode.enter(signedIn, by())
        return await answered(signedIn)
      },
    }),
    route({
      method: 'POST',
      path: '/test-mode/leave',
      operationId: 'testMode.leave',
      idempotent: false,
      summary: 'Leave test mode',
      description:
        'Switches this session back to your organization. The test organization stays unchanged. The response is the same as that of `GET /auth/session`.',
      tag,
      auth: everyRole,
      responses: { 200: sessionResponse },
      handle: async ({ signedIn }) => {
        await testMode.leave(signedIn)
        return await answered(signedIn)
      },
    }),
    route<unknown, { name: string }>({
      method: 'POST',
      path: '/test-clock/reset',
      operationId: 'testClock.reset',
      idempotent: false,
      summary: 'Empty the test organization',
      description:
        "Requires at least the role admin. Deletes all projects, tables, records, spinners, jobs, messages, senders, suppressions and API keys of the test organization, and sets its clock to the real time. The rules and the plan's meters of the present month stay. Your real organization does not change.",
      tag,
      auth: adminsOnly,
      body: {
        schema: Joi.object({
          name: Joi.string()
            .max(200)
            .required()
            .description(
              'The name of the test organization, exactly, as a confirmation. Another name is refused with VALIDATION_FAILED.',
            ),
        }),
        limit: smallBody,
        examples: {
          name: { summary: 'Confirm with the name', value: { name: 'Analytical Engines (test)' } },
        },
      },
      responses: { 204: emptyResponse },
      errors: ['CLOCK_ADVANCING'],
      handle: async ({ body: { name }, requester, realNow }) => {
        await testMode.reset(requester(), name, realNow())
        return noContent
      },
    }),
  ]

  async function answered({ session, user }: SignedIn) {
    const signedIn = await credentials.signedIn(session.id)
    return await sessionAnswer(organizationStore, signedIn ?? { session, user })
  }
}
