import Joi from 'joi'
import type { Session } from '../../../../domain/account/sessions/session.ts'
import { momentForm, orNotFound } from '../../forms.ts'
import type { Answer } from '../../response.ts'
import type { Services } from '../../services.ts'
import {
  exampleOrganization,
  exampleUser,
  mustSetUpSecondFactorForm,
  organizationSchema,
  presentOrganization,
  presentSetUp,
  userSchema,
} from '../account-presenter.ts'

/** Returns the documented response of the routes that open a session. */
export const signedIn = (description: string) => ({
  description,
  schema: Joi.object({
    token: Joi.string().required().description('The session token for the header `Authorization: Bearer …`.'),
    expiresAt: momentForm.description(
      'The time when the session ends, 12 hours after the sign-in (UTC, ISO 8601).',
    ),
    user: userSchema.required(),
    organization: organizationSchema.required(),
    mustSetUpSecondFactor: mustSetUpSecondFactorForm,
  })
    .description('A new session with its token, the person and the organization.')
    .meta({ named: 'SignedIn' }),
  example: {
    token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6InNlc3Npb24rand0In0.…',
    expiresAt: '2026-11-20T21:00:00.000Z',
    user: exampleUser,
    organization: exampleOrganization,
  },
})

/** Returns the answer with a new session: its token, also as a cookie, the person and the organization. */
export async function opened(
  { credentials, organizationStore, tokens, cookie }: Services,
  status: number,
  session: Session,
): Promise<Answer> {
  const person = orNotFound(await credentials.signedIn(session.id), 'The session has already ended')
  const { user } = person
  const token = await tokens.sign(session)
  const organization = await organizationStore.find(user.organizationId)
  const body = {
    token,
    expiresAt: session.expiresAt,
    user,
    organization: presentOrganization(orNotFound(organization, 'Organization not found')),
    ...presentSetUp(person),
  }
  const headers = cookie.set(token, session)
  return { status, body, headers, organizationId: user.organizationId }
}
