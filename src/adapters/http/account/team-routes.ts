import Joi from 'joi'
import type { Actor } from '../../../domain/account/audit/actor.ts'
import { viewOfActor } from '../../../domain/account/audit/actor.ts'
import { invitationEnds, type ListedInvitation } from '../../../domain/account/invitation.ts'
import type { Role } from '../../../domain/account/role.ts'
import { revisionOfMember } from '../../../domain/account/user.ts'
import type { Member } from '../../../ports/account/accounts.ts'
import type { Invited } from '../../../use-cases/account/team/invite-member.ts'
import {
  createdAtOf,
  emailForm,
  emptyResponse,
  idInPath,
  idOf,
  listResponse,
  momentForm,
  noContent,
  orNotFound,
  smallBody,
} from '../forms.ts'
import { actorSchema, exampleActor } from '../request/caller/actor-form.ts'
import { entityTag } from '../request/revision.ts'
import type { Answer } from '../response.ts'
import { adminsOnly, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import { roleForm, userFields } from './account-presenter.ts'

const common = { tag: 'Team', auth: adminsOnly } as const

const presentMember = ({
  id,
  email,
  name,
  role,
  createdAt,
  lastSeenAt,
  hasSecondFactor,
}: Member): object => ({
  id,
  email,
  name,
  role,
  createdAt,
  lastSeenAt,
  hasSecondFactor,
})

const memberSchema = Joi.object({
  ...userFields,
  lastSeenAt: momentForm
    .allow(null)
    .description(
      'The time when the member last used a session, accurate to a few minutes; `null` if no such session is stored.',
    ),
  hasSecondFactor: Joi.boolean()
    .required()
    .description('Whether the member has turned on two-factor sign-in.'),
})
  .description('A user of the organization, as the other members see them.')
  .meta({ named: 'Member' })

const exampleMember = {
  id: '01936f4c-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  role: 'owner',
  createdAt: '2026-11-20T09:00:00.000Z',
  lastSeenAt: '2026-11-20T09:40:00.000Z',
  hasSecondFactor: true,
}

const presentInvitation = (invitation: ListedInvitation): object => {
  const { id, email, role, inviter: invitedBy, createdAt, expiresAt, endedBecause } = invitation
  return { id, email, role, invitedBy, createdAt, expiresAt, endedBecause }
}

const invitationFields = {
  id: idOf('the invitation'),
  email: Joi.string()
    .required()
    .description(
      'The invited e-mail address. The invitation works for a new account with this address, or for the existing account with it.',
    ),
  role: roleForm,
  invitedBy: actorSchema.required().description('The user or the operator who sent the invitation.'),
  createdAt: createdAtOf('the invitation'),
  expiresAt: momentForm.description(
    'The time from which the link of the invitation no longer works (UTC, ISO 8601).',
  ),
  endedBecause: Joi.alternatives(Joi.valid(...invitationEnds), Joi.valid(null))
    .required()
    .description(
      'The reason why the invitation ended before `expiresAt`, and its link no longer works; `null` if it did not. `inviterLeft`: the person who sent it is no longer a member. `inviterDemoted`: that person may no longer invite people to its role. Send the invitation again, or withdraw it.',
    ),
}
const invitationSchema = Joi.object(invitationFields)
  .description('An invitation of an e-mail address to the organization, which was not used yet.')
  .meta({ named: 'Invitation' })
const invitedSchema = Joi.object({
  ...invitationFields,
  url: Joi.string()
    .allow(null)
    .required()
    .description(
      'The link of the invitation, if the service sends no e-mail and you must pass it on; `null` if it was mailed.',
    ),
})
  .description('An invitation of an e-mail address, with its link if it was not mailed.')
  .meta({ named: 'SentInvitation' })

const exampleInvitation = {
  id: '01936f50-4fa1-7076-9e44-8192a3b4c5d6',
  email: 'grace@example.com',
  role: 'editor',
  invitedBy: exampleActor,
  createdAt: '2026-11-20T09:00:00.000Z',
  expiresAt: '2026-11-27T09:00:00.000Z',
  endedBecause: null,
}
const sent = {
  description: 'The invitation with its role and the time of its expiry.',
  schema: invitedSchema,
  example: { ...exampleInvitation, url: null },
}

const memberInPath = Joi.object({ userId: idInPath('The id of the member, a UUID.') })
const invitationInPath = Joi.object({ invitationId: idInPath('The id of the invitation, a UUID.') })

/** Returns the routes for the members of an organization and its invitations. */
export function teamRoutes(services: Services): Route[] {
  return [
    listMembersRoute(services),
    seeMemberRoute(services),
    changeRoleRoute(services),
    removeMemberRoute(services),
    resetSecondFactorRoute(services),
    listInvitationsRoute(services),
    inviteMemberRoute(services),
    resendInvitationRoute(services),
    withdrawInvitationRoute(services),
  ]
}

function listMembersRoute({ accountStore }: Services): Route {
  return route({
    tag: 'Team',
    auth: { kind: 'session' },
    method: 'GET',
    path: '/members',
    operationId: 'members.list',
    listsWhole: true,
    summary: 'List the members',
    description: 'Returns the members of the organization, highest roles first.',
    responses: {
      200: listResponse('A page of members with their roles.', memberSchema, exampleMember),
    },
    handle: async ({ signedIn: { user } }) => {
      const members = await accountStore.membersOf(user.organizationId)
      return { status: 200, body: { items: members.map(presentMember) } }
    },
  })
}

const memberAnswer = (member: Member): Answer => ({
  status: 200,
  body: presentMember(member),
  headers: entityTag({ revision: revisionOfMember(member) }),
})

function seeMemberRoute({ accountStore }: Services): Route {
  return route<{ userId: string }, undefined>({
    tag: 'Team',
    auth: { kind: 'session' },
    method: 'GET',
    path: '/members/{userId}',
    operationId: 'members.get',
    summary: 'See a member',
    description: 'Returns a member of the organization.',
    params: memberInPath,
    responses: {
      200: { description: 'The member with the role.', schema: memberSchema, example: exampleMember },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ signedIn: { user }, params: { userId } }) => {
      const members = await accountStore.membersOf(user.organizationId)
      const member = members.find(({ id }) => id === userId.toLowerCase())
      return memberAnswer(orNotFound(member ?? null, 'The organization has no member with this id'))
    },
  })
}

function changeRoleRoute({ members }: Services): Route {
  return route<{ userId: string }, { role: Role }>({
    ...common,
    method: 'PATCH',
    path: '/members/{userId}',
    operationId: 'members.update',
    summary: 'Change the role of a member',
    description:
      'Changes the role of a member, from the next request of the member on. Admins may give and take the roles below admin, owners all roles. Other changes of roles are refused with FORBIDDEN. The role of the last owner cannot change (CONFLICT). If the organization requires its own sign-in provider, the role of the last owner with two-factor sign-in cannot change either, and an owner who gets another role is signed out, except from sessions that were opened through that provider.',
    params: memberInPath,
    body: {
      schema: Joi.object({ role: roleForm }),
      limit: smallBody,
      examples: { viewer: { summary: 'Make the member a viewer', value: { role: 'viewer' } } },
    },
    responses: {
      200: { description: 'The member with the new role.', schema: memberSchema, example: exampleMember },
    },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ signedIn, params: { userId }, body: { role }, revision, by }) =>
      memberAnswer(await members.changeRole({ signedIn, userId, role, revision, by: by() })),
  })
}

function removeMemberRoute({ members }: Services): Route {
  return route<{ userId: string }, undefined>({
    ...common,
    method: 'DELETE',
    path: '/members/{userId}',
    operationId: 'members.delete',
    summary: 'Remove a member',
    description:
      'Removes the member from the organization and ends their sessions in it; everything that the member created stays. The account of a person who is in other organizations stays. Admins may remove members below admin, owners everyone; otherwise FORBIDDEN. Your own account cannot be removed (CONFLICT), nor the last owner with two-factor sign-in while the organization requires its own sign-in provider.',
    params: memberInPath,
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ signedIn, params: { userId }, by }) => {
      await members.remove({ signedIn, userId, by: by() })
      return noContent
    },
  })
}

function resetSecondFactorRoute({ resetSecondFactor }: Services): Route {
  return route<{ userId: string }, undefined>({
    ...common,
    method: 'DELETE',
    path: '/members/{userId}/second-factor',
    operationId: 'members.deleteSecondFactor',
    summary: 'Reset the two-factor sign-in of a member',
    description:
      'Turns off the two-factor sign-in of a member who has lost the authenticator app and the recovery codes. The member gets an e-mail, and signs in with the password alone. Sessions that are open stay open. If the organization requires its own sign-in provider, an owner is signed out, except from sessions that were opened through that provider. Admins may reset members below admin, owners everyone; otherwise FORBIDDEN. Answers CONFLICT for your own account, for a member without two-factor sign-in, and for the only owner who could sign in if a required sign-in provider fails.',
    params: memberInPath,
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ signedIn, params: { userId }, by }) => {
      await resetSecondFactor.execute({ signedIn, userId, by: by() })
      return noContent
    },
  })
}

function listInvitationsRoute({ accountLinkStore }: Services): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/invitations',
    operationId: 'invitations.list',
    listsWhole: true,
    summary: 'List the invitations',
    description: 'Returns the invitations that have not been used yet, newest first.',
    responses: {
      200: listResponse('A page of unused invitations.', invitationSchema, exampleInvitation),
    },
    handle: async ({ signedIn: { user } }) => {
      const open = await accountLinkStore.invitations(user.organizationId)
      return { status: 200, body: { items: open.map(presentInvitation) } }
    },
  })
}

function inviteMemberRoute({ inviteMember }: Services): Route {
  return route<unknown, { email: string; role: Role }>({
    ...common,
    method: 'POST',
    path: '/invitations',
    operationId: 'invitations.create',
    summary: 'Invite a person',
    description:
      'Mails a link with which the owner of the address can join the organization, once, within 7 days. Previous invitations to the same address stop working. If the service sends no e-mail, the response contains the link. Admins may invite to the roles below admin, owners to all roles; otherwise FORBIDDEN. The address of a member is refused with CONFLICT. A person who has an account already accepts the invitation by `POST /auth/invitations/accept`.',
    throttle: 'invitation',
    body: {
      schema: Joi.object({
        email: emailForm.description(
          'The e-mail address to invite, at most 254 characters. It may have an account, but not in this organization.',
        ),
        role: roleForm,
      }),
      limit: smallBody,
      examples: { editor: { summary: 'An editor', value: { email: 'grace@example.com', role: 'editor' } } },
    },
    responses: { 201: sent },
    errors: ['CONFLICT'],
    handle: async ({ signedIn, body, by }) =>
      shown(201, await inviteMember.execute({ ...body, signedIn, by: by() }), by()),
  })
}

function resendInvitationRoute({ inviteMember }: Services): Route {
  return route<{ invitationId: string }, undefined>({
    ...common,
    method: 'POST',
    path: '/invitations/{invitationId}/resend',
    operationId: 'invitations.resend',
    summary: 'Send an invitation again',
    description:
      'Mails a new link that is valid for 7 days; if the service sends no e-mail, the response contains the link. The previous link stops working. An invitation that was used or withdrawn answers NOT_FOUND.',
    throttle: 'invitation',
    params: invitationInPath,
    responses: { 200: sent },
    errors: ['NOT_FOUND'],
    handle: async ({ signedIn, params: { invitationId }, by }) =>
      shown(200, await inviteMember.again({ signedIn, invitationId, by: by() }), by()),
  })
}

function withdrawInvitationRoute({ invitations }: Services): Route {
  return route<{ invitationId: string }, undefined>({
    ...common,
    method: 'DELETE',
    path: '/invitations/{invitationId}',
    operationId: 'invitations.delete',
    summary: 'Withdraw an invitation',
    description: 'Deletes the invitation. Its link stops working at once.',
    params: invitationInPath,
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND'],
    handle: async ({ signedIn, params: { invitationId }, by }) => {
      await invitations.withdraw({ signedIn, invitationId, by: by() })
      return noContent
    },
  })
}

function shown(status: number, { invitation, url }: Invited, by: Actor): Answer {
  return {
    status,
    body: { ...presentInvitation({ ...invitation, inviter: viewOfActor(by), endedBecause: null }), url },
  }
}
