import Joi from 'joi'
import { emptyResponse, noContent, smallBody } from '../../forms.ts'
import type { ResponseRule } from '../../response.ts'
import { ownAccountOnly, type Route, route } from '../../route.ts'
import type { Services } from '../../services.ts'
import {
  appCodeForm,
  digitsOf,
  passwordForm,
  proofFields,
  proofOf,
  type SentProof,
  type SentProved,
} from './code-form.ts'

const common = { tag: 'Accounts', auth: ownAccountOnly, throttle: 'secondFactor' } as const

const provedForm = Joi.object({ password: passwordForm, ...proofFields }).xor('code', 'passkey')

const provedBody = {
  schema: provedForm,
  limit: smallBody,
  examples: {
    app: {
      summary: 'With a code of the app',
      value: { password: 'correct horse battery staple', code: '123456' },
    },
  },
}

const codesResponse = (description: string): ResponseRule => ({
  description,
  schema: Joi.object({
    recoveryCodes: Joi.array()
      .items(Joi.string().description('A recovery code, which works once.'))
      .required()
      .description('The ten recovery codes. They are shown only now; store them in a safe place.'),
  })
    .description('New recovery codes, which replace all earlier ones.')
    .meta({ named: 'RecoveryCodes' }),
  example: { recoveryCodes: ['k7wm-2xqe-vt9s-h4rd', 'n3ya-8ubc-5mpw-zq2k'] },
})

/** Returns the routes by which people turn their own two-factor sign-in on and off. */
export function secondFactorRoutes(services: Services): Route[] {
  return [beginRoute(services), confirmRoute(services), replaceCodesRoute(services), turnOffRoute(services)]
}

function beginRoute({ secondFactors }: Services): Route {
  return route<unknown, { password: string } & SentProof>({
    ...common,
    method: 'POST',
    path: '/profile/second-factor',
    operationId: 'secondFactor.create',
    allowsSetUp: true,
    summary: 'Begin two-factor sign-in',
    description:
      'Creates a secret for an authenticator app (TOTP, RFC 6238: six digits, 30 seconds, SHA-1). Sign-ins do not change until `POST /profile/second-factor/confirm` takes a first code. Beginning again replaces the secret. Needs the password and, for people whose passkeys are the second factor, a code or a passkey. Answers CONFLICT if an authenticator app is already set up, or if the person has no password.',
    body: {
      schema: Joi.object({ password: passwordForm, ...proofFields }).oxor('code', 'passkey'),
      limit: smallBody,
      examples: { begin: { summary: 'Begin', value: { password: 'correct horse battery staple' } } },
    },
    responses: {
      201: {
        description: 'The secret for the authenticator app.',
        schema: Joi.object({
          secret: Joi.string()
            .required()
            .description('The secret in Base32, for people who type it into the app. It is shown only now.'),
          url: Joi.string().required().description('The `otpauth:` URL, for a QR code that the app reads.'),
        })
          .description('A new secret for an authenticator app.')
          .meta({ named: 'AppSecret' }),
        example: {
          secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
          url: 'otpauth://totp/Spindle:ada%40example.com?issuer=Spindle&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
        },
      },
    },
    errors: ['CONFLICT'],
    handle: async ({ signedIn, body, by }) => {
      const command = { signedIn, password: body.password, proof: proofOf(body, 'pkp'), by: by() }
      return { status: 201, body: await secondFactors.begin(command) }
    },
  })
}

function confirmRoute({ secondFactors }: Services): Route {
  return route<unknown, { code: string }>({
    ...common,
    method: 'POST',
    path: '/profile/second-factor/confirm',
    operationId: 'secondFactor.confirm',
    allowsSetUp: true,
    summary: 'Turn on two-factor sign-in',
    description:
      'Turns two-factor sign-in on with a first code of the authenticator app, and returns ten recovery codes. Each later sign-in with the password needs a code. Sessions that are open stay open. A wrong code answers VALIDATION_FAILED (`WRONG_CODE`). Answers CONFLICT if no set-up was begun within the last hour.',
    body: {
      schema: Joi.object({ code: appCodeForm }),
      limit: smallBody,
      examples: { code: { summary: 'A code of the app', value: { code: '123456' } } },
    },
    responses: { 200: codesResponse('Two-factor sign-in is on.') },
    errors: ['CONFLICT'],
    handle: async ({ signedIn, body: { code }, by }) => {
      const command = { signedIn, code: digitsOf(code), by: by() }
      return { status: 200, body: { recoveryCodes: await secondFactors.confirm(command) } }
    },
  })
}

function replaceCodesRoute({ secondFactors }: Services): Route {
  return route<unknown, SentProved>({
    ...common,
    method: 'POST',
    path: '/profile/second-factor/recovery-codes',
    operationId: 'secondFactor.renewRecoveryCodes',
    summary: 'Create new recovery codes',
    description:
      'Replaces all recovery codes by ten new ones. Needs the password, and a code or a passkey. A wrong password, code or passkey answers VALIDATION_FAILED. Answers CONFLICT if two-factor sign-in is not on.',
    body: provedBody,
    responses: { 200: codesResponse('The new recovery codes.') },
    errors: ['CONFLICT'],
    handle: async ({ signedIn, body, by }) => {
      const command = { signedIn, password: body.password, proof: proofOf(body, 'pkp'), by: by() }
      return { status: 200, body: { recoveryCodes: await secondFactors.replaceRecoveryCodes(command) } }
    },
  })
}

function turnOffRoute({ secondFactors }: Services): Route {
  return route<unknown, SentProved & { keepPasskeys?: boolean }>({
    ...common,
    method: 'POST',
    path: '/profile/second-factor/turn-off',
    operationId: 'secondFactor.turnOff',
    summary: 'Turn off two-factor sign-in',
    description:
      'Turns two-factor sign-in off and deletes the secret, the passkeys and the recovery codes. Needs the password, and a code or a passkey. A wrong password, code or passkey answers VALIDATION_FAILED. Answers CONFLICT if two-factor sign-in is not on, or if the organization requires it.',
    body: {
      ...provedBody,
      schema: provedForm.append({
        keepPasskeys: Joi.boolean().description(
          'True to remove only the authenticator app of a person who has passkeys; two-factor sign-in then stays on. Default: false.',
        ),
      }),
    },
    responses: { 204: emptyResponse },
    errors: ['CONFLICT'],
    handle: async ({ signedIn, body, by }) => {
      const { password, keepPasskeys: keepsPasskeys = false } = body
      const command = { signedIn, password, proof: proofOf(body, 'pkp'), by: by(), keepsPasskeys }
      await secondFactors.turnOff(command)
      return noContent
    },
  })
}
