import Joi from 'joi'
import type { OrganizationSettings } from '../../../domain/account/organization.ts'
import type { AccountQueries } from '../../../ports/account/account-queries.ts'
import type { ChangeOrganization } from '../../../use-cases/account/change-organization.ts'
import { givenName, smallBody } from '../forms.ts'
import { adminsOnly, type Route, route } from '../route.ts'
import { severalSessionsForm, timeZoneForm } from './account-presenter.ts'
import { organizationAnswer, organizationResponse } from './organization-answer.ts'

export interface OrganizationOptions {
  readonly accounts: AccountQueries
  readonly changeOrganization: ChangeOrganization
}

export function organizationRoutes({ accounts, changeOrganization }: OrganizationOptions): Route[] {
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
    route<unknown, Partial<OrganizationSettings>>({
      method: 'PATCH',
      path: '/organization',
      summary: 'Change settings of your organization',
      description:
        'For admins; `severalSessions` takes an owner. With `keepsBodies` the log of messages keeps what they said, sealed, as long as the entry; it holds from the next messages on, within seconds. Bodies that were kept before go with their entries. When `severalSessions` is turned off, each person keeps the session that they signed in to last, and the owner who asks keeps the session that asks; the others end at once with SESSION_REPLACED.',
      tag: 'Organization',
      auth: adminsOnly,
      body: {
        schema: Joi.object({
          name: givenName.description('What the organization is called.'),
          keepsBodies: Joi.boolean().description('Whether the log of messages keeps what they said.'),
          timeZone: timeZoneForm,
          severalSessions: severalSessionsForm,
        }),
        limit: smallBody,
        examples: {
          bodies: { summary: 'Keep what messages said', value: { keepsBodies: true } },
          devices: { summary: 'Allow several devices at once', value: { severalSessions: true } },
        },
      },
      responses: { 200: organizationResponse },
      errors: [],
      handle: async ({ signedIn, body: changes, by }) => {
        const { organizationId } = signedIn.user
        await changeOrganization.execute({ organizationId, changes, signedIn, by: by() })
        return organizationAnswer(accounts, organizationId)
      },
    }),
  ]
}
