import Joi from 'joi'
import { digestOf } from '../../../security/secret.ts'
import { momentForm, smallBody } from '../../forms.ts'
import type { ResponseRule } from '../../response.ts'
import { type Route, route } from '../../route.ts'
import type { Services } from '../../services.ts'
import { requestOptionsForm } from '../passkeys/passkey-form.ts'
import { opened, signedIn } from '../sessions/signed-in-answer.ts'
import { proofFields, proofOf, type SentProof } from './code-form.ts'

/** The documented response to a right password of a person who has turned on two-factor sign-in. */
export const secondFactorResponse: ResponseRule = {
  description: 'The password is right, and the second factor must follow.',
  schema: Joi.object({
    secondFactor: Joi.object({
      token: Joi.string()
        .required()
        .description(
          'The token for `POST /auth/sign-in/second-factor`. Without a code or a passkey it opens no session.',
        ),
      expiresAt: momentForm.description(
        'The time when the token stops working, 10 minutes after the password (UTC, ISO 8601).',
      ),
      hasApp: Joi.boolean().required().description('Whether the person has an authenticator app.'),
      passkey: requestOptionsForm
        .allow(null)
        .required()
        .description(
          'The options for `navigator.credentials.get`, by which a passkey signs the token; `null` if the person has no passkey for the address of the service.',
        ),
    })
      .required()
      .description('The second step of the sign-in, which needs a code or a passkey.'),
  })
    .description('A sign-in that waits for the second factor.')
    .meta({ named: 'WaitingSignIn' }),
  example: {
    secondFactor: { token: 'sgn_…', expiresAt: '2026-11-20T09:10:00.000Z', hasApp: true, passkey: null },
  },
}

export function finishSignInRoute(services: Services): Route {
  return route<unknown, { token: string } & SentProof>({
    method: 'POST',
    path: '/auth/sign-in/second-factor',
    operationId: 'auth.signInWithSecondFactor',
    summary: 'Finish a sign-in with a second factor',
    description:
      'The second step of a sign-in, for people who have turned on two-factor sign-in. Opens the session that `POST /auth/sign-in` would have opened. Takes a code, or the answer of a passkey to the options of the first step. A wrong code, one that was used before, or a wrong passkey answers INVALID_CREDENTIALS; the token then stays usable. A token that was used or is older than 10 minutes answers VALIDATION_FAILED: sign in again. Too many codes answer RATE_LIMITED.',
    tag: 'Accounts',
    auth: { kind: 'none' },
    throttle: 'secondFactor',
    body: {
      schema: Joi.object({
        token: Joi.string()
          .max(200)
          .required()
          .description('The token of the first step, from the 202 answer of `POST /auth/sign-in`.'),
        ...proofFields,
      }).xor('code', 'passkey'),
      limit: smallBody,
      examples: {
        app: { summary: 'A code of the app', value: { token: 'sgn_…', code: '123456' } },
        recovery: { summary: 'A recovery code', value: { token: 'sgn_…', code: 'k7wm-2xqe-vt9s-h4rd' } },
      },
    },
    responses: { 200: signedIn('The person is signed in.') },
    errors: ['INVALID_CREDENTIALS', 'SIGN_IN_PROVIDER_REQUIRED'],
    handle: async ({ body, by, client }) => {
      const digest = digestOf('sgn', body.token)
      const command = { digest, proof: proofOf(body, 'sgn'), by: by(), client: client() }
      return opened(services, 200, await services.finishSignIn.execute(command))
    },
  })
}
