import Joi from 'joi'
import type { OrganizationSettings } from '../../../domain/account/organization.ts'
import { givenName, smallBody } from '../forms.ts'
import { adminsOnly, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import {
  auditsValuesForm,
  bodyDaysForm,
  keepRepliesDaysForm,
  keepRepliesForm,
  languageForm,
  postalAddressForm,
  requiresSecondFactorForm,
  severalSessionsForm,
  timeZoneForm,
  unsubscribeLineForm,
  unsubscribesByReplyForm,
} from './account-presenter.ts'
import { deletionRoutes } from './deletion-routes.ts'
import { organizationAnswer, organizationResponse } from './organization-answer.ts'
import { archiveRoute } from './organization-archive.ts'

export function organizationRoutes(services: Services): Route[] {
  const { organizationStore, changeOrganization } = services
  return [
    route({
      method: 'GET',
      path: '/organization',
      operationId: 'organization.get',
      summary: 'See your organization',
      description: 'Returns the organization of the session with its settings and its plan.',
      tag: 'Organization',
      auth: { kind: 'session' },
      responses: { 200: organizationResponse },
      handle: ({ signedIn }) => organizationAnswer(organizationStore, signedIn.user.organizationId),
    }),
    route<unknown, Partial<OrganizationSettings>>({
      method: 'PATCH',
      path: '/organization',
      operationId: 'organization.update',
      summary: 'Change settings of your organization',
      description:
        'Changes the settings of the organization. Requires at least the role admin; only an owner may change `allowsSeveralSessions` and `requiresSecondFactor` (otherwise FORBIDDEN). Omitted fields stay as they are. An unknown time zone is refused with VALIDATION_FAILED. If `keepsBodies` is true, the log of messages stores the bodies of messages, encrypted, for `bodyDays` days. A change of `keepsBodies` applies to new messages within seconds, and bodies that are already stored stay until they are deleted. A lower `bodyDays` deletes older bodies within an hour. A change of `keepReplies` applies to replies that are read later; replies that are already stored stay until they are deleted. A lower `keepRepliesDays` deletes older replies within an hour. When `allowsSeveralSessions` is turned off, each person keeps only the session of their last sign-in, and the calling owner keeps the calling session. All other sessions end at once with SESSION_REPLACED. A change of `auditsValues` applies to later edits; values in earlier entries stay until they are erased or deleted with their entries. A change of `unsubscribesByReply` applies to replies that are read later. After a change of `language`, a standard `unsubscribeLine` becomes that of the new language; a line that the organization has written stays. A change of `unsubscribeLine` or `postalAddress` applies to messages that are sent later, also of published spinners; an `unsubscribeLine` without one link in square brackets is refused with VALIDATION_FAILED. An owner who turns `requiresSecondFactor` on must have set up two-factor sign-in first (otherwise CONFLICT). Sessions at the console that are open then continue until they end, at most 12 hours.',
      tag: 'Organization',
      auth: adminsOnly,
      body: {
        schema: Joi.object({
          name: givenName.description('The new name of the organization, 1 to 200 characters.'),
          keepsBodies: Joi.boolean().description(
            'Whether the log of messages stores the bodies of messages.',
          ),
          bodyDays: bodyDaysForm,
          keepReplies: keepRepliesForm,
          keepRepliesDays: keepRepliesDaysForm,
          timeZone: timeZoneForm,
          language: languageForm,
          allowsSeveralSessions: severalSessionsForm,
          auditsValues: auditsValuesForm,
          unsubscribesByReply: unsubscribesByReplyForm,
          unsubscribeLine: unsubscribeLineForm,
          postalAddress: postalAddressForm,
          requiresSecondFactor: requiresSecondFactorForm,
        }),
        limit: smallBody,
        examples: {
          replies: {
            summary: 'Store replies for a year',
            value: { keepReplies: true, keepRepliesDays: 365 },
          },
          bodies: { summary: 'Store the bodies of messages', value: { keepsBodies: true, bodyDays: 90 } },
          footer: {
            summary: 'Set the footer of e-mails',
            value: {
              unsubscribeLine: 'No more e-mails? [Unsubscribe]',
              postalAddress: 'Analytical Engines Ltd.\n12 St James’s Square\nLondon SW1Y 4LB',
            },
          },
          language: { summary: 'Write to people in German', value: { language: 'de' } },
          devices: { summary: 'Allow several devices at once', value: { allowsSeveralSessions: true } },
        },
      },
      responses: { 200: organizationResponse },
      errors: ['CONFLICT'],
      handle: async ({ signedIn, body: changes, revision, by }) => {
        const { organizationId } = signedIn.user
        await changeOrganization.execute({ organizationId, changes, signedIn, revision, by: by() })
        return organizationAnswer(organizationStore, organizationId)
      },
    }),
    ...deletionRoutes(services),
    archiveRoute(services),
  ]
}
