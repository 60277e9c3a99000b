import Joi from 'joi'
import {
  maxPasskeyNameLength,
  maxPasskeys,
  type Passkey,
  revisionOfPasskey,
} from '../../../../domain/account/second-factor/passkey.ts'
import type { WebAuthn } from '../../../../ports/account/passkeys.ts'
import {
  emptyResponse,
  givenName,
  idInPath,
  idOf,
  listResponse,
  momentForm,
  noContent,
  orNotFound,
  smallBody,
} from '../../forms.ts'
import { entityTag } from '../../request/revision.ts'
import type { Answer } from '../../response.ts'
import { ownAccountOnly, type Route, route } from '../../route.ts'
import type { Services } from '../../services.ts'
import {
  passwordForm,
  proofFields,
  proofOf,
  type SentProof,
  type SentProved,
} from '../second-factor/code-form.ts'
import {
  creationForm,
  creationOptionsForm,
  exampleAnswer,
  exampleCreation,
  passkeyAnswerOf,
  requestOptionsResponse,
  type SentAnswer,
} from './passkey-form.ts'

const common = { tag: 'Accounts', auth: ownAccountOnly } as const
const changing = { ...common, throttle: 'secondFactor' } as const

const nameForm = givenName.max(maxPasskeyNameLength).required()

const passkeySchema = Joi.object({
  id: idOf('the passkey'),
  name: Joi.string().required().description('The name that the person gave the passkey.'),
  isUsable: Joi.boolean()
    .required()
    .description(
      'Whether the passkey works under the present public address of the service. Browsers offer it under the address of its creation only.',
    ),
  createdAt: momentForm.description('The time when the passkey was added (UTC, ISO 8601).'),
  lastUsedAt: momentForm
    .allow(null)
    .description('The time of the last sign-in or proof with the passkey; `null` before the first.'),
})
  .description('A passkey of the signed-in person.')
  .meta({ named: 'Passkey' })

const examplePasskey = {
  id: '01936f4f-3e90-7f65-8d33-70819203b4c5',
  name: 'Work laptop',
  isUsable: true,
  createdAt: '2026-11-20T09:00:00.000Z',
  lastUsedAt: null,
}

const passkeyIdForm = Joi.object({ passkeyId: idInPath('The id of the passkey, a UUID.') })

/** Returns the routes by which people manage their own passkeys. */
export function passkeyRoutes(services: Services): Route[] {
  return [
    listRoute(services),
    beginRoute(services),
    addRoute(services),
    seeRoute(services),
    renameRoute(services),
    removeRoute(services),
    proofRoute(services),
  ]
}

function listRoute({ accountStore, webAuthn }: Services): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/profile/passkeys',
    operationId: 'passkeys.list',
    listsWhole: true,
    summary: 'List your passkeys',
    description: `Returns the passkeys of the signed-in person, oldest first; at most ${maxPasskeys}.`,
    allowsSetUp: true,
    responses: {
      200: listResponse('The passkeys of the signed-in person.', passkeySchema, examplePasskey),
    },
    handle: async ({ signedIn: { user } }) => {
      const passkeys = await accountStore.passkeysOf(user.accountId)
      const items = passkeys.map((passkey) => presented(passkey, webAuthn))
      return { status: 200, body: { items } }
    },
  })
}

function presented({ id, name, createdAt, lastUsedAt, rpId }: Passkey, webAuthn: WebAuthn) {
  const isUsable = webAuthn.origin !== null && rpId === webAuthn.rpId
  return { id, name, isUsable, createdAt, lastUsedAt }
}

function passkeyAnswer(passkey: Passkey, webAuthn: WebAuthn): Answer {
  const headers = entityTag({ revision: revisionOfPasskey(passkey) })
  return { status: 200, body: presented(passkey, webAuthn), headers }
}

function seeRoute({ accountStore, webAuthn }: Services): Route {
  return route<{ passkeyId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/profile/passkeys/{passkeyId}',
    operationId: 'passkeys.get',
    summary: 'See a passkey',
    description: 'Returns a passkey of the signed-in person.',
    allowsSetUp: true,
    params: passkeyIdForm,
    responses: {
      200: { description: 'The passkey with its name.', schema: passkeySchema, example: examplePasskey },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ signedIn: { user }, params: { passkeyId } }) => {
      const passkeys = await accountStore.passkeysOf(user.accountId)
      const passkey = passkeys.find(({ id }) => id === passkeyId.toLowerCase())
      return passkeyAnswer(orNotFound(passkey ?? null, 'Passkey not found'), webAuthn)
    },
  })
}

function beginRoute({ passkeys }: Services): Route {
  return route<unknown, { password: string } & SentProof>({
    ...changing,
    method: 'POST',
    path: '/profile/passkeys/begin',
    operationId: 'passkeys.begin',
    allowsSetUp: true,
    summary: 'Begin a passkey',
    description:
      'Returns the options for `navigator.credentials.create`, with a challenge that takes one answer within 10 minutes. Needs the password and, if two-factor sign-in is on, a code or a passkey. A wrong one answers VALIDATION_FAILED. Answers CONFLICT if the person has no password or 20 passkeys, or if browsers have no passkeys for the public address of the service.',
    body: {
      schema: Joi.object({ password: passwordForm, ...proofFields }).oxor('code', 'passkey'),
      limit: smallBody,
      examples: {
        first: { summary: 'A first passkey', value: { password: 'correct horse battery staple' } },
      },
    },
    responses: {
      201: {
        description: 'The options for the browser.',
        schema: Joi.object({
          options: creationOptionsForm.required(),
        }),
        example: {
          options: {
            challenge: 'cGtuX…',
            rp: { id: 'spindle.example.com', name: 'Spindle' },
            user: { id: 'MDE5…', name: 'ada@example.com', displayName: 'Ada Lovelace' },
            pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
            excludeCredentials: [],
            authenticatorSelection: {
              residentKey: 'preferred',
              requireResidentKey: false,
              userVerification: 'preferred',
            },
            attestation: 'none',
            timeout: 300_000,
          },
        },
      },
    },
    errors: ['CONFLICT'],
    handle: async ({ signedIn, body, by }) => {
      const command = { signedIn, password: body.password, proof: proofOf(body, 'pkp'), by: by() }
      return { status: 201, body: { options: await passkeys.begin(command) } }
    },
  })
}

function addRoute({ addPasskey, webAuthn }: Services): Route {
  return route<unknown, { name: string; passkey: SentAnswer }>({
    ...changing,
    method: 'POST',
    path: '/profile/passkeys',
    operationId: 'passkeys.create',
    allowsSetUp: true,
    summary: 'Add a passkey',
    description:
      'Adds the passkey that the browser created by the options of `POST /profile/passkeys/begin`. A first passkey turns two-factor sign-in on and returns ten recovery codes. An answer that does not verify answers VALIDATION_FAILED (`WRONG_PASSKEY`). Answers CONFLICT if the person has 20 passkeys.',
    body: {
      schema: Joi.object({ name: nameForm.description('A name for the passkey.'), passkey: creationForm }),
      limit: smallBody,
      examples: {
        add: { summary: 'A new passkey', value: { name: 'Work laptop', passkey: exampleCreation } },
      },
    },
    responses: {
      201: {
        description: 'The passkey was added.',
        schema: Joi.object({
          passkey: passkeySchema.required(),
          recoveryCodes: Joi.array()
            .items(Joi.string().description('A recovery code, which works once.'))
            .allow(null)
            .required()
            .description(
              'The ten recovery codes, if this passkey turned two-factor sign-in on. They are shown only now. Otherwise `null`, and the present codes stay valid.',
            ),
        }),
        example: { passkey: examplePasskey, recoveryCodes: ['k7wm-2xqe-vt9s-h4rd'] },
      },
    },
    errors: ['CONFLICT'],
    handle: async ({ signedIn, body: { name, passkey: sent }, by }) => {
      const answer = passkeyAnswerOf('pkn', sent)
      const { passkey, recoveryCodes } = await addPasskey.execute({ signedIn, name, answer, by: by() })
      return { status: 201, body: { passkey: presented(passkey, webAuthn), recoveryCodes } }
    },
  })
}

function renameRoute({ passkeys, webAuthn }: Services): Route {
  return route<{ passkeyId: string }, { name: string }>({
    ...common,
    method: 'PATCH',
    path: '/profile/passkeys/{passkeyId}',
    operationId: 'passkeys.update',
    summary: 'Rename a passkey',
    description: 'Gives a passkey of the signed-in person another name.',
    params: passkeyIdForm,
    body: {
      schema: Joi.object({ name: nameForm.description('The new name of the passkey.') }),
      limit: smallBody,
      examples: { name: { summary: 'Another name', value: { name: 'Old laptop' } } },
    },
    responses: {
      200: { description: 'The passkey with its new name.', schema: passkeySchema, example: examplePasskey },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ signedIn, params: { passkeyId }, body: { name }, revision, by }) =>
      passkeyAnswer(await passkeys.rename({ signedIn, passkeyId, name, revision, by: by() }), webAuthn),
  })
}

function removeRoute({ passkeys }: Services): Route {
  return route<{ passkeyId: string }, SentProved>({
    ...changing,
    method: 'POST',
    path: '/profile/passkeys/{passkeyId}/remove',
    operationId: 'passkeys.remove',
    summary: 'Remove a passkey',
    description:
      'Removes a passkey. Needs the password, and a code or a passkey; a recovery code is enough if the passkey is lost. Removing the last passkey of a person without an authenticator app turns two-factor sign-in off. This answers CONFLICT if the organization requires two-factor sign-in.',
    params: passkeyIdForm,
    body: {
      schema: Joi.object({ password: passwordForm, ...proofFields }).xor('code', 'passkey'),
      limit: smallBody,
      examples: {
        code: {
          summary: 'With a recovery code',
          value: { password: 'correct horse battery staple', code: 'k7wm-2xqe-vt9s-h4rd' },
        },
        passkey: {
          summary: 'With a passkey',
          value: { password: 'correct horse battery staple', passkey: exampleAnswer },
        },
      },
    },
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ signedIn, params: { passkeyId }, body, by }) => {
      const { password } = body
      await passkeys.remove({ signedIn, passkeyId, password, proof: proofOf(body, 'pkp'), by: by() })
      return noContent
    },
  })
}

function proofRoute({ passkeys }: Services): Route {
  return route({
    ...changing,
    method: 'POST',
    path: '/profile/passkeys/challenge',
    operationId: 'passkeys.challenge',
    summary: 'Ask one of your passkeys',
    description:
      'Returns the options for `navigator.credentials.get` by which a passkey proves the second factor, for the routes that take `passkey` instead of a code. The challenge takes one answer within 10 minutes. Answers CONFLICT if the person has no passkey for the address of the service.',
    allowsSetUp: true,
    responses: { 201: requestOptionsResponse('The options for the browser.') },
    errors: ['CONFLICT'],
    handle: async ({ signedIn }) => ({
      status: 201,
      body: { options: await passkeys.beginProof(signedIn) },
    }),
  })
}
