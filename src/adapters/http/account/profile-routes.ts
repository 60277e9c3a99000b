import Joi from 'joi'
import { hasNoPassword } from '../../../domain/account/account.ts'
import { ownSecondFactor } from '../../../domain/account/second-factor/second-factor.ts'
import { deviceWords } from '../../../domain/account/sessions/device-words.ts'
import { type Session, type SignedIn, sessionKinds } from '../../../domain/account/sessions/session.ts'
import { revisionOfContent } from '../../../domain/revision.ts'
import {
  emailForm,
  emptyResponse,
  givenName,
  idInPath,
  idOf,
  listResponse,
  momentForm,
  noContent,
  orNotFound,
  smallBody,
} from '../forms.ts'
import { entityTag } from '../request/revision.ts'
import type { Answer } from '../response.ts'
import { everyRole, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import { exampleOrganization, exampleUser, userFields } from './account-presenter.ts'
import { exampleMembership, ownMembershipSchema, presentMembership } from './membership-presenter.ts'
import { passwordForm, proofFields, proofOf, type SentProved } from './second-factor/code-form.ts'
import { opened, signedIn as signedInResponse } from './sessions/signed-in-answer.ts'

const common = { tag: 'Accounts', auth: everyRole } as const

const profileResponse = {
  description: 'The signed-in user with name, address and role.',
  schema: Joi.object({
    ...userFields,
    hasPassword: Joi.boolean()
      .required()
      .description(
        'Whether the user has a password. `POST /auth/password-reset` mails a link that sets one.',
      ),
    secondFactor: Joi.object({
      confirmedAt: momentForm.description('The time when two-factor sign-in was turned on (UTC, ISO 8601).'),
      recoveryCodes: Joi.number()
        .integer()
        .required()
        .description('The number of recovery codes that were not used yet.'),
      hasApp: Joi.boolean()
        .required()
        .description(
          'Whether an authenticator app is set up. Passkeys are listed by `GET /profile/passkeys`.',
        ),
    })
      .allow(null)
      .required()
      .description('The second factor of the user; `null` if two-factor sign-in is not turned on.'),
    organizations: Joi.array()
      .items(ownMembershipSchema)
      .required()
      .description(
        'The organizations of the person, by name. `POST /auth/switch` opens another organization. A session that was opened through the sign-in provider of an organization sees this organization only.',
      ),
    listsAllOrganizations: Joi.boolean()
      .required()
      .description(
        'Whether `organizations` is complete. `false` for a session that was opened through the sign-in provider of an organization.',
      ),
    mayCreateOrganization: Joi.boolean()
      .required()
      .description(
        'Whether the person may create further organizations without an invitation of the operator.',
      ),
    mayCreateOrganizationByInvitation: Joi.boolean()
      .required()
      .description(
        'Whether the person may create a further organization with an invitation of the operator (`POST /organizations`).',
      ),
  })
    .description('The signed-in user, as they see themselves.')
    .meta({ named: 'Profile' }),
  example: {
    ...exampleUser,
    hasPassword: true,
    secondFactor: { confirmedAt: '2026-11-20T09:30:00.000Z', recoveryCodes: 10, hasApp: true },
    organizations: [
      { id: exampleOrganization.id, name: exampleOrganization.name, role: 'owner', isCurrent: true },
      { ...exampleMembership, isCurrent: false },
    ],
    listsAllOrganizations: true,
    mayCreateOrganization: true,
    mayCreateOrganizationByInvitation: true,
  },
}

const sessionSchema = Joi.object({
  id: idOf('the session'),
  kind: Joi.valid(...sessionKinds)
    .required()
    .description(
      'The kind of client that uses the session: `console` for a browser, `token` for a script with a session token.',
    ),
  device: Joi.string()
    .required()
    .description('The name of the browser or program, as the client reports it.'),
  ipAddress: Joi.string()
    .allow(null)
    .required()
    .description('The IP address of the sign-in; `null` if it is not known.'),
  createdAt: momentForm.description('The time of the sign-in (UTC, ISO 8601).'),
  lastSeenAt: momentForm.description('The time when the session was last used, accurate to a few minutes.'),
  expiresAt: momentForm.description('The time when the session ends, 12 hours after the sign-in.'),
  isCurrent: Joi.boolean().required().description('Whether this is the session that sent the request.'),
})
  .description('An open session of the signed-in user.')
  .meta({ named: 'ListedSession' })

const exampleSession = {
  id: '01936f4f-3e90-7f65-8d33-70819203b4c5',
  kind: 'console',
  device: 'Firefox on Windows',
  ipAddress: '203.0.113.7',
  createdAt: '2026-11-20T09:00:00.000Z',
  lastSeenAt: '2026-11-20T09:40:00.000Z',
  expiresAt: '2026-11-20T21:00:00.000Z',
  isCurrent: true,
}

/** Returns the routes on which a person sees and changes their own profile. */
export function profileRoutes(services: Services): Route[] {
  return [
    getProfileRoute(services),
    changeProfileRoute(services),
    requestAddressChangeRoute(services),
    leaveRoute(services),
    listSessionsRoute(services),
    endOtherSessionsRoute(services),
    endSessionRoute(services),
  ]
}

function getProfileRoute(services: Services): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/profile',
    operationId: 'profile.get',
    allowsSetUp: true,
    summary: 'See your profile',
    description: 'Returns the name, the e-mail address and the role of the signed-in user.',
    responses: { 200: profileResponse },
    handle: ({ signedIn }) => profileOf(services, signedIn),
  })
}

function changeProfileRoute(services: Services): Route {
  const { members } = services
  return route<unknown, { name: string }>({
    ...common,
    method: 'PATCH',
    path: '/profile',
    operationId: 'profile.update',
    summary: 'Change your profile',
    description: 'Changes the name of the signed-in user.',
    body: {
      schema: Joi.object({
        name: givenName.required().description('The new name of the user, 1 to 200 characters.'),
      }),
      limit: smallBody,
      examples: { name: { summary: 'Another name', value: { name: 'Ada King' } } },
    },
    responses: { 200: profileResponse },
    handle: async ({ signedIn, body: { name }, revision, by }) => {
      await members.rename({ signedIn, name, revision, by: by() })
      return profileOf(services, signedIn)
    },
  })
}

function requestAddressChangeRoute({ requestAddressChange }: Services): Route {
  return route<unknown, { email: string } & SentProved>({
    ...common,
    method: 'POST',
    path: '/profile/email',
    operationId: 'profile.changeEmail',
    summary: 'Request another e-mail address',
    description:
      'Mails a link to the old address and one to the new address. The address changes when both links were opened (`POST /auth/email/confirm`), within 24 hours. A second request replaces the first. A wrong password answers VALIDATION_FAILED. If two-factor sign-in is on, a code or a passkey is needed; a missing or wrong one answers VALIDATION_FAILED (`WRONG_CODE`). Answers CONFLICT if the new address has an account, if the person has no password, or if the present address still has to be confirmed.',
    throttle: 'confirmation',
    body: {
      schema: Joi.object({
        email: emailForm.description('The new e-mail address, at most 254 characters.'),
        password: passwordForm,
        ...proofFields,
      }).oxor('code', 'passkey'),
      limit: smallBody,
      examples: {
        address: {
          summary: 'A new address',
          value: { email: 'ada@analytical.example', password: 'correct horse battery staple' },
        },
      },
    },
    responses: { 202: { description: 'The two links were mailed.' } },
    errors: ['CONFLICT'],
    handle: async ({ signedIn, body, by }) => {
      const { email, password } = body
      const proof = proofOf(body, 'pkp')
      await requestAddressChange.execute({ signedIn, email, password, proof, by: by() })
      return { status: 202 }
    },
  })
}

function leaveRoute(services: Services): Route {
  return route<unknown, { email: string }>({
    ...common,
    method: 'POST',
    path: '/profile/leave',
    operationId: 'profile.leaveOrganization',
    idempotent: false,
    summary: 'Leave the organization',
    description:
      'Takes you out of the organization and ends your sessions there; everything that you created stays. If you are in other organizations, the answer is a new session in the organization of your last sign-in, and its token is also set as the cookie `spindle_session`. If it was your last organization, your account is deleted too. A session that was opened through the sign-in provider of an organization opens no other organization. Answers VALIDATION_FAILED if `email` is not your address, and CONFLICT if you are the last owner, or the last owner with two-factor sign-in while the organization requires its own sign-in provider.',
    body: {
      schema: Joi.object({
        email: emailForm.description('Your own e-mail address, to confirm that you mean it.'),
      }),
      limit: smallBody,
      examples: { leave: { summary: 'Leave', value: { email: 'ada@example.com' } } },
    },
    responses: {
      200: signedInResponse('You have left, and a session in another of your organizations is open.'),
      204: { description: 'You have left, and are signed out.' },
    },
    errors: ['CONFLICT'],
    handle: async ({ signedIn, body: { email }, by, client }) => {
      const command = { signedIn, email, by: by(), client: client() }
      const session = await services.leaveOrganization.execute(command)
      if (session === null) return { ...noContent, headers: services.cookie.clear() }
      return opened(services, 200, session)
    },
  })
}

function listSessionsRoute({ sessionStore, clock }: Services): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/sessions',
    operationId: 'sessions.list',
    listsWhole: true,
    summary: 'List your sessions',
    description:
      'Returns your open sessions in the organization, most recently used first. There is only one, unless an owner allows several devices at once (`allowsSeveralSessions` of the organization).',
    responses: {
      200: listResponse('A page of your open sessions in the organization.', sessionSchema, exampleSession),
    },
    handle: async ({ signedIn: { user, session } }) => {
      const sessions = await sessionStore.ofUser(user.id, clock.now())
      const items = sessions.map((one) => presentSession(one, session.id))
      return { status: 200, body: { items } }
    },
  })
}

function endOtherSessionsRoute({ sessions }: Services): Route {
  return route({
    ...common,
    method: 'POST',
    path: '/sessions/end-others',
    operationId: 'sessions.endOthers',
    summary: 'Sign out everywhere else',
    description:
      'Ends all your sessions except the session of this request, in all of your organizations. A session that was opened through the sign-in provider of an organization ends your other sessions in that organization only.',
    responses: { 204: emptyResponse },
    handle: async ({ signedIn, by }) => {
      await sessions.endOthers(signedIn, by())
      return noContent
    },
  })
}

function endSessionRoute({ sessions }: Services): Route {
  return route<{ sessionId: string }, undefined>({
    ...common,
    method: 'DELETE',
    path: '/sessions/{sessionId}',
    operationId: 'sessions.delete',
    summary: 'End one of your sessions',
    description:
      'Ends one of your sessions in the organization, for example on a lost device. The next request of that session answers SESSION_REVOKED.',
    params: Joi.object({ sessionId: idInPath('The id of the session, a UUID.') }),
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND'],
    handle: async ({ signedIn, params: { sessionId }, by }) => {
      await sessions.end({ signedIn, sessionId, by: by() })
      return noContent
    },
  })
}

async function profileOf(
  { accountStore, signUpOptions }: Services,
  { user, session }: SignedIn,
): Promise<Answer> {
  const { email } = user
  const holder = orNotFound(await accountStore.findByEmail(email), 'The account no longer exists')
  const present = holder.users.find(({ id }) => id === user.id)
  const { id, name, role, createdAt } = orNotFound(present ?? null, 'The account no longer exists')
  // A session that an organization's provider vouches for stands for that organization alone, and not for the account.
  const secondFactor =
    session.vouchedBy === 'account'
      ? ownSecondFactor(await accountStore.secondFactorOf(holder.account.id))
      : null
  const hasPassword = !hasNoPassword(holder.account)
  const memberships = await accountStore.membershipsOf(holder.account.id)
  const listsAllOrganizations = session.vouchedBy === 'account'
  const mayCreateOrganization = signUpOptions.isOpenToFurther && listsAllOrganizations
  const mayCreateOrganizationByInvitation = signUpOptions.mode !== 'closed' && listsAllOrganizations
  const organizations = memberships
    .filter(({ organizationId }) => listsAllOrganizations || organizationId === user.organizationId)
    .map((membership) => ({
      ...presentMembership(membership),
      isCurrent: membership.organizationId === user.organizationId,
    }))
  return {
    status: 200,
    headers: entityTag({ revision: revisionOfContent({ name }) }),
    body: {
      id,
      email,
      name,
      role,
      createdAt,
      hasPassword,
      secondFactor,
      organizations,
      listsAllOrganizations,
      mayCreateOrganization,
      mayCreateOrganizationByInvitation,
    },
  }
}

function presentSession(session: Session, current: string): object {
  return { ...session, device: deviceWords(session.userAgent), isCurrent: session.id === current }
}
