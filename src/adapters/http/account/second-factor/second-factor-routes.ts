import Joi from 'joi'
import { longestPassword } from '../../../../domain/account/account.ts'
import type { BeginSecondFactor } from '../../../../use-cases/account/second-factor/begin-second-factor.ts'
import type { ConfirmSecondFactor } from '../../../../use-cases/account/second-factor/confirm-second-factor.ts'
import type { ReplaceRecoveryCodes } from '../../../../use-cases/account/second-factor/replace-recovery-codes.ts'
import type { TurnOffSecondFactor } from '../../../../use-cases/account/second-factor/turn-off-second-factor.ts'
import { emptyResponse, noContent, smallBody } from '../../forms.ts'
import { everyRole, type ResponseRule, type Route, route } from '../../route.ts'
import { appCodeForm, codeForm, digitsOf, proofOf } from './code-form.ts'

export interface SecondFactorOptions {
  readonly beginSecondFactor: BeginSecondFactor
  readonly confirmSecondFactor: ConfirmSecondFactor
  readonly replaceRecoveryCodes: ReplaceRecoveryCodes
  readonly turnOffSecondFactor: TurnOffSecondFactor
}

const common = { tag: 'Accounts', testMode: 'real', auth: everyRole, throttle: 'secondFactor' } as const

const passwordForm = Joi.string()
  .max(longestPassword)
  .required()
  .description('The present password. A wrong one is refused with VALIDATION_FAILED (`WRONG_PASSWORD`).')

interface Proved {
  readonly password: string
  readonly code: string
}

const provedBody = {
  schema: Joi.object({ password: passwordForm, code: codeForm }),
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
export function secondFactorRoutes(options: SecondFactorOptions): Route[] {
  return [beginRoute(options), confirmRoute(options), replaceCodesRoute(options), turnOffRoute(options)]
}

function beginRoute({ beginSecondFactor }: SecondFactorOptions): Route {
  return route<unknown, { password: string }>({
    ...common,
    method: 'POST',
    path: '/profile/second-factor',
    allowsSetUp: true,
    summary: 'Begin two-factor sign-in',
    description:
      'Creates a secret for an authenticator app (TOTP, RFC 6238: six digits, 30 seconds, SHA-1). Sign-ins do not change until `POST /profile/second-factor/confirm` takes a first code. Beginning again replaces the secret. Answers CONFLICT if two-factor sign-in is already on, or if the person has no password.',
    body: {
      schema: Joi.object({ password: passwordForm }),
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
    handle: async ({ signedIn, body: { password }, by }) => ({
      status: 201,
      body: await beginSecondFactor.execute({ signedIn, password, by: by() }),
    }),
  })
}

function confirmRoute({ confirmSecondFactor }: SecondFactorOptions): Route {
  return route<unknown, { code: string }>({
    ...common,
    method: 'POST',
    path: '/profile/second-factor/confirm',
    allowsSetUp: true,
    summary: 'Turn on two-factor sign-in',
    description:
      'Turns two-factor sign-in on with a first code of the authenticator app, and returns ten recovery codes. Each later sign-in with the password needs a code. Sessions that are open stay open. A wrong code answers VALIDATION_FAILED (`WRONG_CODE`), and a confirmation without a begun set-up CONFLICT.',
    body: {
      schema: Joi.object({ code: appCodeForm }),
      limit: smallBody,
      examples: { code: { summary: 'A code of the app', value: { code: '123456' } } },
    },
    responses: { 200: codesResponse('Two-factor sign-in is on.') },
    errors: ['CONFLICT'],
    handle: async ({ signedIn, body: { code }, by }) => {
      const command = { signedIn, code: digitsOf(code), by: by() }
      return { status: 200, body: { recoveryCodes: await confirmSecondFactor.execute(command) } }
    },
  })
}

function replaceCodesRoute({ replaceRecoveryCodes }: SecondFactorOptions): Route {
  return route<unknown, Proved>({
    ...common,
    method: 'POST',
    path: '/profile/second-factor/recovery-codes',
    summary: 'Create new recovery codes',
    description:
      'Replaces all recovery codes by ten new ones. Needs the password and a code. A wrong password or code answers VALIDATION_FAILED, and CONFLICT if two-factor sign-in is not on.',
    body: provedBody,
    responses: { 200: codesResponse('The new recovery codes.') },
    errors: ['CONFLICT'],
    handle: async ({ signedIn, body: { password, code }, by }) => {
      const command = { signedIn, password, proof: proofOf(code), by: by() }
      return { status: 200, body: { recoveryCodes: await replaceRecoveryCodes.execute(command) } }
    },
  })
}

function turnOffRoute({ turnOffSecondFactor }: SecondFactorOptions): Route {
  return route<unknown, Proved>({
    ...common,
    method: 'POST',
    path: '/profile/second-factor/turn-off',
    summary: 'Turn off two-factor sign-in',
    description:
      'Turns two-factor sign-in off and deletes the secret and the recovery codes. Needs the password and a code. A wrong password or code answers VALIDATION_FAILED, and CONFLICT if two-factor sign-in is not on or if the organization requires it.',
    body: provedBody,
    responses: { 204: emptyResponse },
    errors: ['CONFLICT'],
    handle: async ({ signedIn, body: { password, code }, by }) => {
      await turnOffSecondFactor.execute({ signedIn, password, proof: proofOf(code), by: by() })
      return noContent
    },
  })
}
