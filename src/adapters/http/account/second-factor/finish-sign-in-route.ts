import Joi from 'joi'
import type { FinishSignIn } from '../../../../use-cases/account/sessions/finish-sign-in.ts'
import { digestOf } from '../../../security/secret.ts'
import { momentForm, smallBody } from '../../forms.ts'
import { type ResponseRule, type Route, route } from '../../route.ts'
import { opened, type SessionOpening, signedIn } from '../sessions/signed-in-answer.ts'
import { codeForm, proofOf } from './code-form.ts'

/** The documented response to a right password of a person who has turned on two-factor sign-in. */
export const secondFactorResponse: ResponseRule = {
  description: 'The password is right, and a code of the second factor must follow.',
  schema: Joi.object({
    secondFactor: Joi.object({
      token: Joi.string()
        .required()
        .description('The token for `POST /auth/login/second-factor`. Without a code it opens no session.'),
      expiresAt: momentForm.description(
        'The time when the token stops working, 10 minutes after the password (UTC, ISO 8601).',
      ),
    })
      .required()
      .description('The second step of the sign-in, which needs a code.'),
  })
    .description('A sign-in that waits for a code of the second factor.')
    .meta({ named: 'WaitingSignIn' }),
  example: { secondFactor: { token: 'sgn_…', expiresAt: '2026-11-20T09:10:00.000Z' } },
}

export function finishSignInRoute(options: SessionOpening & { readonly finishSignIn: FinishSignIn }): Route {
  return route<unknown, { token: string; code: string }>({
    method: 'POST',
    path: '/auth/login/second-factor',
    summary: 'Finish a sign-in with a code',
    description:
      'The second step of a sign-in, for people who have turned on two-factor sign-in. Opens the session that `POST /auth/login` would have opened. A wrong code, or one that was used before, answers INVALID_CREDENTIALS; the token then stays usable. A token that was used or is older than 10 minutes answers VALIDATION_FAILED: sign in again. Too many codes answer RATE_LIMITED.',
    tag: 'Accounts',
    auth: { kind: 'none' },
    throttle: 'secondFactor',
    body: {
      schema: Joi.object({
        token: Joi.string()
          .max(200)
          .required()
          .description('The token of the first step, from the 202 answer of `POST /auth/login`.'),
        code: codeForm,
      }),
      limit: smallBody,
      examples: {
        app: { summary: 'A code of the app', value: { token: 'sgn_…', code: '123456' } },
        recovery: { summary: 'A recovery code', value: { token: 'sgn_…', code: 'k7wm-2xqe-vt9s-h4rd' } },
      },
    },
    responses: { 200: signedIn('The person is signed in.') },
    errors: ['INVALID_CREDENTIALS'],
    handle: async ({ body: { token, code }, by, client }) => {
      const digest = digestOf('sgn', token)
      const command = { digest, proof: proofOf(code), by: by(), client: client() }
      return opened(options, 200, await options.finishSignIn.execute(command))
    },
  })
}
