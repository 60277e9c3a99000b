import Joi from 'joi'
import { DomainError } from '../../../../domain/errors.ts'
import { smallBody } from '../../forms.ts'
import { type Route, route } from '../../route.ts'
import type { Services } from '../../services.ts'
import { opened, signedIn } from '../sessions/signed-in-answer.ts'
import {
  assertionForm,
  exampleAnswer,
  passkeyAnswerOf,
  requestOptionsResponse,
  type SentAnswer,
} from './passkey-form.ts'

/** Returns the routes for signing in with a passkey alone. */
export function passkeySignInRoutes(services: Services): Route[] {
  return [beginRoute(services), signInRoute(services)]
}

function beginRoute({ passkeys, hasOtherCells }: Services): Route {
  return route({
    method: 'POST',
    path: '/auth/passkey/begin',
    operationId: 'auth.beginWithPasskey',
    summary: 'Begin a sign-in with a passkey',
    description:
      'Returns the options for `navigator.credentials.get`, with a challenge that takes one answer within 10 minutes. Answers CONFLICT if browsers have no passkeys for the public address of the service, and in a deployment of several cells, where passkeys are second factors only.',
    tag: 'Accounts',
    auth: { kind: 'none' },
    throttle: 'signIn',
    responses: { 201: requestOptionsResponse('The options for the browser.') },
    errors: ['CONFLICT'],
    handle: async () => {
      if (hasOtherCells)
        throw new DomainError('CONFLICT', {
          message: 'This service has several cells. Sign in with your password, and then with your passkey',
        })
      return { status: 201, body: { options: await passkeys.beginSignIn() } }
    },
  })
}

function signInRoute(services: Services): Route {
  return route<unknown, { passkey: SentAnswer }>({
    method: 'POST',
    path: '/auth/passkey/finish',
    operationId: 'auth.finishWithPasskey',
    summary: 'Sign in with a passkey',
    description:
      'Opens a session for the person whose passkey has signed the challenge of `POST /auth/passkey/begin`, without a password. The device must have verified the person. A passkey that is unknown or does not verify answers INVALID_CREDENTIALS. A challenge that was used or is older than 10 minutes answers VALIDATION_FAILED.',
    tag: 'Accounts',
    auth: { kind: 'none' },
    throttle: 'signIn',
    body: {
      schema: Joi.object({ passkey: assertionForm.required() }),
      limit: smallBody,
      examples: { passkey: { summary: 'An answer of a passkey', value: { passkey: exampleAnswer } } },
    },
    responses: { 200: signedIn('The person is signed in.') },
    errors: ['INVALID_CREDENTIALS', 'SIGN_IN_PROVIDER_REQUIRED'],
    handle: async ({ body: { passkey }, by, client }) => {
      const answer = passkeyAnswerOf('pks', passkey)
      const session = await services.signInWithPasskey.execute({ answer, by: by(), client: client() })
      return opened(services, 200, session)
    },
  })
}
