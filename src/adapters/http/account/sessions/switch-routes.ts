import Joi from 'joi'
import type { FirstSettings } from '../../../../domain/account/organization.ts'
import type { User } from '../../../../domain/account/user.ts'
import { digestOf } from '../../../security/secret.ts'
import { emailForm, givenName, idForm, momentForm, orNotFound, smallBody } from '../../forms.ts'
import type { Answer } from '../../response.ts'
import { everyRole, type Route, route } from '../../route.ts'
import type { Services } from '../../services.ts'
import { firstSettingForms, roleForm } from '../account-presenter.ts'
import { exampleMembership, membershipSchema, presentMembership } from '../membership-presenter.ts'
import { opened, signedIn } from './signed-in-answer.ts'

const common = { tag: 'Accounts', method: 'POST', auth: everyRole } as const

const invitationToken = Joi.string()
  .max(200)
  .description('The token of the invitation: the part after the "#" in its link.')

/** Returns the routes on which a person uses several organizations with one account. */
export function switchRoutes(services: Services): Route[] {
  return [
    switchRoute(services),
    viewInvitationRoute(services),
    acceptInvitationRoute(services),
    createOrganizationRoute(services),
  ]
}

function switchRoute(services: Services): Route {
  return route<unknown, { organizationId: string }>({
    ...common,
    path: '/auth/switch',
    operationId: 'auth.switchOrganization',
    idempotent: false,
    allowsSetUp: true,
    summary: 'Switch to another of your organizations',
    description:
      'Opens a session in another organization of the same person, and ends the session of the request (its next request answers SESSION_REVOKED). The new token is also set as the cookie `spindle_session`. `GET /profile` lists the organizations. Answers NOT_FOUND if the person is not in the organization, CONFLICT if the session is already there, and FORBIDDEN if the session was opened through the sign-in provider of its organization.',
    body: {
      schema: Joi.object({
        organizationId: idForm.description('The id of the organization to switch to.'),
      }),
      limit: smallBody,
      examples: {
        switch: { summary: 'Another organization', value: { organizationId: exampleMembership.id } },
      },
    },
    responses: { 200: signedIn('The session in the other organization is open.') },
    errors: ['CONFLICT', 'FORBIDDEN', 'NOT_FOUND', 'SIGN_IN_PROVIDER_REQUIRED'],
    handle: async ({ signedIn: person, body: { organizationId }, by, client }) => {
      const command = { signedIn: person, organizationId, by: by(), client: client() }
      return opened(services, 200, await services.sessions.switchTo(command))
    },
  })
}

function viewInvitationRoute({ invitations }: Services): Route {
  return route<unknown, { invitation: string }>({
    method: 'POST',
    path: '/auth/invitations/view',
    operationId: 'invitations.view',
    idempotent: false,
    summary: 'See what an invitation is for',
    description:
      'Returns the organization, the address and the role of an invitation, without using it. The console shows this before a person joins. An invitation that was used, was withdrawn, is older than 7 days or ended with the role of its sender answers VALIDATION_FAILED, and the message says why. An invitation to an organization that is to be deleted answers ORGANIZATION_CLOSED.',
    tag: 'Accounts',
    auth: { kind: 'none' },
    body: {
      schema: Joi.object({ invitation: invitationToken.required() }),
      limit: smallBody,
      examples: { link: { summary: 'The part after the "#" of the link', value: { invitation: 'inv_…' } } },
    },
    responses: {
      200: {
        description: 'The organization, the address and the role of the invitation.',
        schema: Joi.object({
          organizationName: Joi.string().required().description('The name of the organization to join.'),
          email: emailForm.description('The e-mail address that the invitation is for.'),
          role: roleForm.description('The role of the person in the organization.'),
          inviterEmail: Joi.string()
            .allow(null)
            .required()
            .description(
              'The e-mail address of the member who sent the invitation; null if the operator of the service sent it.',
            ),
          expiresAt: momentForm.description('The time at which the invitation ends.'),
        }),
        example: {
          organizationName: 'Analytical Engines',
          email: 'grace@example.com',
          role: 'editor',
          inviterEmail: 'ada@example.com',
          expiresAt: '2026-11-27T09:00:00.000Z',
        },
      },
    },
    errors: ['ORGANIZATION_CLOSED'],
    handle: async ({ body: { invitation } }) => ({
      status: 200,
      body: { ...(await invitations.view(digestOf('inv', invitation))) },
    }),
  })
}

function acceptInvitationRoute(services: Services): Route {
  return route<unknown, { invitation: string }>({
    ...common,
    path: '/auth/invitations/accept',
    operationId: 'invitations.accept',
    allowsSetUp: true,
    summary: 'Accept an invitation with your account',
    description:
      'Makes the signed-in person a member of the organization that invited their address. The session stays in its organization; `POST /auth/switch` opens the new one. An invitation that was used, is older than 7 days, ended with the role of its sender or is for another address answers VALIDATION_FAILED, and the message says why. A member who has used it gets the same answer again, so that a lost answer can be requested again. An invitation to an organization that is to be deleted answers ORGANIZATION_CLOSED. People without an account use `POST /auth/sign-up`.',
    body: {
      schema: Joi.object({ invitation: invitationToken.required() }),
      limit: smallBody,
      examples: { link: { summary: 'The part after the "#" of the link', value: { invitation: 'inv_…' } } },
    },
    responses: {
      201: {
        description: 'The organization that you joined.',
        schema: membershipSchema,
        example: exampleMembership,
      },
    },
    errors: ['FORBIDDEN', 'ORGANIZATION_CLOSED'],
    handle: async ({ signedIn: person, body: { invitation }, by }) => {
      const digest = digestOf('inv', invitation)
      const joined = await services.invitations.accept({ signedIn: person, digest, by: by() })
      return memberOf(services, joined)
    },
  })
}

function createOrganizationRoute(services: Services): Route {
  return route<unknown, FirstSettings & { name: string; invitation?: string }>({
    ...common,
    path: '/organizations',
    operationId: 'organizations.create',
    summary: 'Create a further organization',
    description:
      'Creates another organization that the signed-in person owns. The session stays in its organization; `POST /auth/switch` opens the new one. The rules of a sign-up apply: `SIGN_UP` can restrict new organizations to invitations of the operator or refuse them all (FORBIDDEN). While new organizations are limited in what they send by the mail server of this service, a further one requires an invitation (FORBIDDEN).',
    throttle: 'signUp',
    body: {
      schema: Joi.object({
        name: givenName.required().description('The name of the new organization, 1 to 200 characters.'),
        ...firstSettingForms,
        invitation: invitationToken,
      }),
      limit: smallBody,
      examples: {
        another: {
          summary: 'Another organization',
          value: { name: 'Difference Engines', timeZone: 'Europe/Vienna', language: 'de' },
        },
      },
    },
    responses: {
      201: {
        description: 'The new organization, which you own.',
        schema: membershipSchema,
        example: exampleMembership,
      },
    },
    errors: ['FORBIDDEN'],
    handle: async ({ signedIn: person, body: { name, invitation, ...settings }, by }) => {
      const invited = invitation === undefined ? {} : { invitation: digestOf('inv', invitation) }
      const command = { signedIn: person, name, settings, ...invited, by: by() }
      return memberOf(services, await services.createOrganization.execute(command))
    },
  })
}

async function memberOf({ accountStore }: Services, { accountId, organizationId }: User): Promise<Answer> {
  const memberships = await accountStore.membershipsOf(accountId)
  const newMembership = memberships.find((membership) => membership.organizationId === organizationId) ?? null
  return {
    status: 201,
    body: presentMembership(orNotFound(newMembership, 'You are no longer in the organization')),
  }
}
