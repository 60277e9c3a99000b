import Joi from 'joi'
import { hasNoPassword, maxPasswordLength, minPasswordLength } from '../../../../domain/account/account.ts'
import type { FirstSettings } from '../../../../domain/account/organization.ts'
import { demoEmail } from '../../../../use-cases/account/demo/set-up-demo.ts'
import type { SignUpCommand } from '../../../../use-cases/account/sign-up.ts'
import { digestOf } from '../../../security/secret.ts'
import { emailForm, emptyResponse, givenName, idForm, noContent, orNotFound, smallBody } from '../../forms.ts'
import { departureErrorCodes, everyRole, type Route, route } from '../../route.ts'
import type { Services } from '../../services.ts'
import { firstSettingForms } from '../account-presenter.ts'
import { proofFields, proofOf, type SentProof } from '../second-factor/code-form.ts'
import { finishSignInRoute, secondFactorResponse } from '../second-factor/finish-sign-in-route.ts'
import { sessionAnswer, sessionResponse } from './session-answer.ts'
import { opened, signedIn } from './signed-in-answer.ts'

/**
 * The form of a new password checks only its length. Use cases check that the password is hard to guess,
 * because they know the person's name and address.
 */
const newPassword = Joi.string()
  .min(minPasswordLength)
  .max(maxPasswordLength)
  .required()
  .description(
    'The new password, 10 to 200 characters. Common passwords, and passwords made of the name or address of the person, are refused.',
  )

const linkToken = Joi.string().max(200).required()

interface SignUpBody extends Omit<SignUpCommand, 'by' | 'client' | 'invitation' | 'settings'>, FirstSettings {
  readonly invitation?: string
}

export function authRoutes(services: Services): Route[] {
  return [
    signUpRoute(services),
    signInRoute(services),
    finishSignInRoute(services),
    offerDemoRoute(services),
    signInToDemoRoute(services),
    openDemoLinkRoute(services),
    signOutRoute(services),
    getSessionRoute(services),
    seeConfirmationRoute(services),
    mailConfirmationLinkRoute(services),
    confirmAddressRoute(services),
    confirmAddressChangeRoute(services),
    changePasswordRoute(services),
    requestPasswordResetRoute(services),
    confirmPasswordResetRoute(services),
  ]
}

function signUpRoute(services: Services): Route {
  const { signUp } = services
  return route<unknown, SignUpBody>({
    method: 'POST',
    path: '/auth/sign-up',
    operationId: 'auth.signUp',
    summary: 'Create an organization and its owner',
    description:
      'Creates an organization with its owner, or with `invitation` joins the organization that invited the person. Then the person is signed in, and the token is also set as the cookie `spindle_session`. The setting `SIGN_UP` can restrict new organizations to invitations of the operator or refuse them all (FORBIDDEN). An e-mail address that already has an account answers CONFLICT; a person with an account accepts an invitation by `POST /auth/invitations/accept`. An invitation to an organization that is to be deleted answers ORGANIZATION_CLOSED.',
    tag: 'Accounts',
    auth: { kind: 'none' },
    throttle: 'signUp',
    body: {
      schema: Joi.object({
        email: emailForm.description(
          'The e-mail address with which the new user signs in, at most 254 characters.',
        ),
        password: newPassword,
        name: givenName.required().description('The name of the new user, 1 to 200 characters.'),
        organizationName: givenName
          .when('invitation', { is: Joi.exist(), otherwise: Joi.required() })
          .description(
            'The name of the new organization. Optional if `invitation` is for an existing organization.',
          ),
        ...firstSettingForms,
        invitation: Joi.string()
          .max(200)
          .description(
            'The token of an invitation: the part after the "#" in its link. An invitation works once, for the invited address.',
          ),
      }),
      limit: smallBody,
      examples: {
        owner: {
          summary: 'An owner',
          value: {
            email: 'ada@example.com',
            password: 'correct horse battery staple',
            name: 'Ada Lovelace',
            organizationName: 'Analytical Engines',
            timeZone: 'Europe/Vienna',
            language: 'de',
          },
        },
      },
    },
    responses: { 201: signedIn('The account was created, and the new user is signed in.') },
    errors: ['CONFLICT', 'FORBIDDEN', 'SIGN_IN_PROVIDER_REQUIRED', ...departureErrorCodes],
    handle: async ({ body, by, client }) => {
      const { invitation, email, password, name, organizationName, ...settings } = body
      const organization = organizationName === undefined ? {} : { organizationName }
      const invited = invitation === undefined ? {} : { invitation: digestOf('inv', invitation) }
      const account = { email, password, name, ...organization, settings, ...invited }
      return opened(services, 201, await signUp.execute({ ...account, by: by(), client: client() }))
    },
  })
}

function signInRoute(services: Services): Route {
  const { signInWithPassword } = services
  return route<unknown, { email: string; password: string; organizationId?: string }>({
    method: 'POST',
    path: '/auth/sign-in',
    operationId: 'auth.signIn',
    summary: 'Sign in',
    description:
      'Opens a session of 12 hours. A wrong address or password answers INVALID_CREDENTIALS, and too many attempts RATE_LIMITED. The token is also set as the cookie `spindle_session`. A person has one session: signing in ends the previous session, whose next request answers SESSION_REPLACED. If an owner has turned `severalSessions` on, a browser that signs in with `X-Spindle-Console: 1` ends no other session. A sign-in without this header then ends only the previous token of the person. If the person has turned on two-factor sign-in, the answer is 202 with a token for `POST /auth/sign-in/second-factor`, and no session is opened yet.',
    tag: 'Accounts',
    auth: { kind: 'none' },
    throttle: 'signIn',
    body: {
      schema: Joi.object({
        email: emailForm.description('The e-mail address of the account; capital letters do not matter.'),
        password: Joi.string()
          .max(maxPasswordLength)
          .required()
          .description('The password of the account, at most 200 characters.'),
        organizationId: idForm
          .optional()
          .description(
            'The organization to sign in to, for people who have several; by default that of the last sign-in. An organization of which the person is no member answers INVALID_CREDENTIALS.',
          ),
      }),
      limit: smallBody,
      examples: {
        person: {
          summary: 'A person',
          value: { email: 'ada@example.com', password: 'correct horse battery staple' },
        },
      },
    },
    responses: { 200: signedIn('The person is signed in.'), 202: secondFactorResponse },
    errors: ['INVALID_CREDENTIALS', 'SIGN_IN_PROVIDER_REQUIRED'],
    handle: async ({ body, by, client }) => {
      const signIn = await signInWithPassword.execute({ ...body, by: by(), client: client() })
      return 'session' in signIn ? opened(services, 200, signIn.session) : { status: 202, body: signIn }
    },
  })
}

function offerDemoRoute({ demoUserId, accountStore }: Services): Route {
  return route({
    method: 'GET',
    path: '/auth/demo',
    operationId: 'demo.get',
    summary: 'Check whether the demo can be opened',
    description:
      'Returns whether one click can open the demo. The demo opens on the embedded database, from this machine only, until a password is set for it. It cannot be opened if `SMTP_URL`, `PUBLIC_API_URL`, `TRUSTED_PROXIES` or a `HOST` that others can reach is set.',
    tag: 'Accounts',
    auth: { kind: 'none' },
    responses: {
      200: {
        description: 'Whether one click can open the demo.',
        schema: Joi.object({
          isAvailable: Joi.boolean()
            .required()
            .description('Whether `POST /auth/demo` can sign in to the demo without a password.'),
        }),
        example: { isAvailable: true },
      },
    },
    handle: async () => {
      const holder = demoUserId === null ? null : await accountStore.findByEmail(demoEmail)
      const isDemo = holder?.users.some(({ id }) => id === demoUserId) ?? false
      const isAvailable = holder !== null && isDemo && hasNoPassword(holder.account)
      return { status: 200, body: { isAvailable } }
    },
  })
}

function signInToDemoRoute(services: Services): Route {
  const { demoSignIns, demoUserId } = services
  return route({
    method: 'POST',
    path: '/auth/demo',
    operationId: 'demo.enter',
    summary: 'Sign in to the demo',
    description: 'Signs in to the demo without a password. Answers NOT_FOUND if the demo cannot be opened.',
    tag: 'Accounts',
    auth: { kind: 'none' },
    ownMachineOnly: true,
    throttle: 'signIn',
    responses: { 200: signedIn('The user of the demo is signed in.') },
    handle: async ({ by, client }) => {
      const userId = orNotFound(demoUserId, 'This service has no demo organization')
      return opened(services, 200, await demoSignIns.signIn({ userId, by: by(), client: client() }))
    },
  })
}

function openDemoLinkRoute(services: Services): Route {
  const { demoSignIns } = services
  return route<unknown, { token: string }>({
    method: 'POST',
    path: '/auth/demo/link',
    operationId: 'demo.enterByLink',
    summary: 'Open the demo with a link',
    description:
      'Signs in to the demo with the token of the link that `npm start` prints if one click cannot open the demo. The link works once, for 30 minutes, and only until a password is set for the demo; otherwise VALIDATION_FAILED.',
    tag: 'Accounts',
    auth: { kind: 'none' },
    throttle: 'signIn',
    body: {
      schema: Joi.object({
        token: linkToken.description(
          'The token of the demo link: the part after the "#". It works once, for 30 minutes.',
        ),
      }),
      limit: smallBody,
      examples: { link: { summary: 'The part after the "#" of the link', value: { token: 'dmo_…' } } },
    },
    responses: { 200: signedIn('The user of the demo is signed in.') },
    handle: async ({ body: { token }, by, client }) =>
      opened(
        services,
        200,
        await demoSignIns.openLink({ digest: digestOf('dmo', token), by: by(), client: client() }),
      ),
  })
}

function signOutRoute({ sessions, cookie }: Services): Route {
  return route({
    method: 'POST',
    path: '/auth/sign-out',
    operationId: 'auth.signOut',
    idempotent: false,
    summary: 'Sign out',
    description:
      'Ends the session and clears the cookie. The session token is then refused with SESSION_REVOKED.',
    tag: 'Accounts',
    auth: everyRole,
    allowsSetUp: true,
    responses: { 204: emptyResponse },
    handle: async ({ signedIn: person, by }) => {
      await sessions.signOut(person, by())
      return { ...noContent, headers: cookie.clear() }
    },
  })
}

function getSessionRoute({ organizationStore }: Services): Route {
  return route({
    method: 'GET',
    path: '/auth/session',
    operationId: 'auth.getSession',
    summary: 'See the current session',
    description:
      'Returns the signed-in person, the organization and the session. In test mode the organization is the test organization (`isTestMode`).',
    tag: 'Accounts',
    auth: everyRole,
    allowsSetUp: true,
    responses: { 200: sessionResponse },
    handle: ({ signedIn: person }) => sessionAnswer(organizationStore, person),
  })
}

function seeConfirmationRoute({ confirmations }: Services): Route {
  return route({
    method: 'GET',
    path: '/auth/confirmation',
    operationId: 'auth.getConfirmation',
    summary: 'Check whether an address must be confirmed',
    description:
      'Returns whether the signed-in person is the owner who must still confirm the e-mail address. The organization starts no job until the address is confirmed.',
    tag: 'Accounts',
    auth: everyRole,
    responses: {
      200: {
        description: 'Whether the signed-in person must still confirm the e-mail address.',
        schema: Joi.object({
          isRequired: Joi.boolean()
            .required()
            .description(
              'Whether the signed-in person is the owner who must still confirm the e-mail address. While `true`, the organization starts no job.',
            ),
        }),
        example: { isRequired: false },
      },
    },
    handle: async ({ signedIn: { user } }) => ({
      status: 200,
      body: { isRequired: await confirmations.isPending(user) },
    }),
  })
}

function mailConfirmationLinkRoute({ confirmations }: Services): Route {
  return route({
    method: 'POST',
    path: '/auth/confirmation',
    operationId: 'auth.requestConfirmation',
    summary: 'Request another confirmation link',
    description:
      'Mails another link that confirms the e-mail address of the owner. Confirmation is required if the service sends e-mail and is reached by https, and the organization signed up without an invitation. The organization starts no job until the address is confirmed. The first link is mailed at sign-up. A link works once, for 24 hours. Answers CONFLICT if nothing has to be confirmed.',
    tag: 'Accounts',
    auth: everyRole,
    throttle: 'confirmation',
    responses: { 202: { description: "Another link that confirms the owner's e-mail address was mailed." } },
    errors: ['CONFLICT'],
    handle: async ({ signedIn: { user }, by }) => {
      await confirmations.mailLink({ user, by: by() })
      return { status: 202 }
    },
  })
}

function confirmAddressRoute({ confirmations }: Services): Route {
  return route<unknown, { token: string }>({
    method: 'POST',
    path: '/auth/confirmation/confirm',
    operationId: 'auth.confirm',
    summary: 'Confirm your address',
    description:
      'Confirms the e-mail address with the token of the link that was mailed to it, in a session of the person who signed up. A used, expired or foreign link answers VALIDATION_FAILED. Revokes all existing API keys of the organization and ends all other sessions of the person. The organization may then send as many e-mails a day by the mail server of this service as the operator permits (`maxPerDay` of its sender); senders with accounts of its own are not limited by it.',
    tag: 'Accounts',
    auth: everyRole,
    throttle: 'confirmation',
    body: {
      schema: Joi.object({
        token: linkToken.description(
          'The token of the link that confirms an e-mail address: the part after the "#" in the link that the service mailed. It works once, for 24 hours.',
        ),
      }),
      limit: smallBody,
      examples: { link: { summary: 'The part after the "#" of the link', value: { token: 'cfm_…' } } },
    },
    responses: { 204: emptyResponse },
    handle: async ({ signedIn: person, body: { token }, by }) => {
      await confirmations.confirm({ signedIn: person, digest: digestOf('cfm', token), by: by() })
      return noContent
    },
  })
}

function confirmAddressChangeRoute({ confirmAddressChange }: Services): Route {
  return route<unknown, { token: string }>({
    method: 'POST',
    path: '/auth/email/confirm',
    operationId: 'auth.confirmEmail',
    summary: 'Confirm a change of address',
    description:
      'Confirms a change of address with the token of one of the two links that `POST /profile/email` mailed. The second link that is confirmed changes the address: the user then signs in with the new one, and open sessions continue. A used, expired or replaced link answers VALIDATION_FAILED. Answers CONFLICT if another account has the new address by now.',
    tag: 'Accounts',
    auth: { kind: 'none' },
    throttle: 'confirmation',
    body: {
      schema: Joi.object({
        token: linkToken.description(
          'The token of the link: the part after the "#" in the link that the service mailed. It works once, for 24 hours.',
        ),
      }),
      limit: smallBody,
      examples: { link: { summary: 'The part after the "#" of the link', value: { token: 'adn_…' } } },
    },
    responses: {
      200: {
        description: 'The link is confirmed.',
        schema: Joi.object({
          isChanged: Joi.boolean()
            .required()
            .description('Whether the address has changed; `false` while the other link was not opened.'),
        }),
        example: { isChanged: true },
      },
    },
    errors: ['CONFLICT'],
    handle: async ({ body: { token }, by }) => {
      const oldAddressDigest = digestOf('ado', token)
      const digest = oldAddressDigest ?? digestOf('adn', token)
      const purpose = oldAddressDigest === null ? 'newAddress' : 'oldAddress'
      return {
        status: 200,
        body: { isChanged: await confirmAddressChange.execute({ digest, purpose, by: by() }) },
      }
    },
  })
}

function changePasswordRoute({ changePassword }: Services): Route {
  return route<unknown, { currentPassword: string; newPassword: string } & SentProof>({
    method: 'POST',
    path: '/auth/password',
    operationId: 'auth.changePassword',
    summary: 'Change your password',
    description:
      'Sets a new password. A wrong present password and a password that is easy to guess answer VALIDATION_FAILED. The calling session stays open; all other sessions of the person end. Links that were mailed to set a new password stop working. If two-factor sign-in is on, a code or a passkey is needed; a missing or wrong one answers VALIDATION_FAILED (`WRONG_CODE`).',
    tag: 'Accounts',
    auth: everyRole,
    throttle: 'passwordChange',
    body: {
      schema: Joi.object({
        currentPassword: Joi.string()
          .max(maxPasswordLength)
          .required()
          .description(
            'The present password. A wrong one is refused with VALIDATION_FAILED (`WRONG_PASSWORD`).',
          ),
        newPassword,
        ...proofFields,
      }).oxor('code', 'passkey'),
      limit: smallBody,
      examples: {
        change: {
          summary: 'A new password',
          value: {
            currentPassword: 'correct horse battery staple',
            newPassword: 'a new horse battery staple',
          },
        },
      },
    },
    responses: { 204: emptyResponse },
    handle: async ({ signedIn: person, body, by }) => {
      const { currentPassword, newPassword: wanted } = body
      const proof = proofOf(body, 'pkp')
      await changePassword.execute({
        signedIn: person,
        currentPassword,
        newPassword: wanted,
        proof,
        by: by(),
      })
      return noContent
    },
  })
}

function requestPasswordResetRoute({ requestPasswordReset }: Services): Route {
  return route<unknown, { email: string }>({
    method: 'POST',
    path: '/auth/password-reset',
    operationId: 'auth.requestPasswordReset',
    summary: 'Request a link that sets a new password',
    description:
      'For people who forgot their password, or have none. Mails a link with which the owner of the account sets a new password; the link signs nobody in. It works once, for 30 minutes. The answer is the same whether or not the address has an account.',
    tag: 'Accounts',
    auth: { kind: 'none' },
    throttle: 'passwordReset',
    body: {
      schema: Joi.object({
        email: emailForm.description('The e-mail address of the account for which a link is mailed.'),
      }),
      limit: smallBody,
      examples: { person: { summary: 'A person', value: { email: 'ada@example.com' } } },
    },
    responses: { 202: { description: 'If the address has an account, the link was mailed.' } },
    handle: async ({ body: { email }, by }) => {
      await requestPasswordReset.execute({ email, by: by() })
      return { status: 202 }
    },
  })
}

function confirmPasswordResetRoute({ confirmPasswordReset }: Services): Route {
  return route<unknown, { token: string; password: string }>({
    method: 'POST',
    path: '/auth/password-reset/confirm',
    operationId: 'auth.confirmPasswordReset',
    summary: 'Set a new password',
    description:
      'Sets a new password with the token of the link that was mailed for it, and ends all sessions of the person. If the address was still to be confirmed, this confirms it, and ends what another person may have set up: API keys and event URLs are revoked, webhook URLs of data tables are replaced, destinations of events and spinners that start automatically are paused, and two-factor sign-in is turned off. The test URL, the sign-in provider and the e-mail domains are removed, and other members are signed out. A used or expired link, and a password that is easy to guess, answer VALIDATION_FAILED.',
    tag: 'Accounts',
    auth: { kind: 'none' },
    throttle: 'passwordReset',
    body: {
      schema: Joi.object({
        token: linkToken.description(
          'The token of the link that sets a new password: the part after the "#" in the link that the service mailed. It works once, for 30 minutes.',
        ),
        password: newPassword,
      }),
      limit: smallBody,
      examples: {
        link: {
          summary: 'The part after the "#" of the link',
          value: { token: 'rst_…', password: 'a new horse battery staple' },
        },
      },
    },
    responses: { 204: emptyResponse },
    handle: async ({ body: { token, password }, by }) => {
      const digest = digestOf('rst', token)
      await confirmPasswordReset.execute({ digest, password, by: by() })
      return noContent
    },
  })
}
