import type { AccountQueries } from '../../../ports/account/account-queries.ts'
import { type Route, route } from '../route.ts'
import { organizationAnswer, organizationResponse } from './organization-answer.ts'

export function organizationRoutes(accounts: AccountQueries): Route[] {
  return [
    route({
      method: 'GET',
      path: '/organization',
      summary: 'See your organization',
      description: 'With the plan that it is on.',
      tag: 'Organization',
      auth: { kind: 'session' },
      responses: { 200: organizationResponse },
      errors: [],
      handle: ({ signedIn }) => organizationAnswer(accounts, signedIn.user.organizationId),
    }),
  ]
}
