import Joi from 'joi'
import { inTestOrganization, type SignedIn } from '../../../../domain/account/sessions/session.ts'
import type { OrganizationStore } from '../../../../ports/account/organizations.ts'
import { idOf, momentForm, orNotFound } from '../../forms.ts'
import type { Answer, ResponseRule } from '../../response.ts'
import {
  exampleOrganization,
  exampleUser,
  mustSetUpSecondFactorForm,
  organizationSchema,
  presentOrganization,
  presentSetUp,
  userSchema,
} from '../account-presenter.ts'

const sessionSchema = Joi.object({
  id: idOf('the session'),
  createdAt: momentForm.description('The time of the sign-in that created the session (UTC, ISO 8601).'),
  expiresAt: momentForm.description(
    'The time when the session ends, 12 hours after the sign-in. Requests after it answer SESSION_EXPIRED.',
  ),
})
  .description('A sign-in of a person, which ends after 12 hours at the latest.')
  .meta({ named: 'Session' })

export const sessionResponse: ResponseRule = {
  description: 'The signed-in person, the organization and the session.',
  schema: Joi.object({
    user: userSchema.required(),
    organization: organizationSchema.required(),
    session: sessionSchema.required(),
    mustSetUpSecondFactor: mustSetUpSecondFactorForm,
  }),
  example: {
    user: exampleUser,
    organization: exampleOrganization,
    session: {
      id: '01936f4f-3e90-7f65-8d33-70819203b4c5',
      createdAt: '2026-11-20T09:00:00.000Z',
      expiresAt: '2026-11-20T21:00:00.000Z',
    },
  },
}

/**
 * Returns the response with the signed-in user, the organization and the session. In test mode the
 * organization is the test organization.
 */
export async function sessionAnswer(organizations: OrganizationStore, signedIn: SignedIn): Promise<Answer> {
  const { user, session } = inTestOrganization(signedIn)
  const { id, createdAt, expiresAt } = session
  const organization = await organizations.find(user.organizationId)
  const body = {
    user,
    organization: presentOrganization(orNotFound(organization, 'Organization not found')),
    session: { id, createdAt, expiresAt },
    ...presentSetUp(signedIn),
  }
  return { status: 200, body }
}
