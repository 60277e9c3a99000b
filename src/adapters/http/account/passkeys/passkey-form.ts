import Joi from 'joi'
import { type PasskeyAnswer, passkeyTransports } from '../../../../domain/account/second-factor/passkey.ts'
import { digestOf, type SecretKind } from '../../../security/secret.ts'
import type { ResponseRule } from '../../response.ts'

/** The largest number of characters of one field of an answer. Keys and signatures have fewer than 2,000. */
const maxFieldLength = 8_000

const bytesForm = (description: string) =>
  Joi.string()
    .max(maxFieldLength)
    .pattern(/^[A-Za-z0-9_-]*$/)
    .description(`${description} In base64url.`)

const answerOf = (fields: Joi.PartialSchemaMap) =>
  Joi.object({
    id: bytesForm('The id of the passkey.').required(),
    rawId: bytesForm('The id of the passkey again.').required(),
    type: Joi.valid('public-key').required().description('The kind of the credential, always `public-key`.'),
    response: Joi.object({
      clientDataJSON: bytesForm('The challenge and the page that asked for it.').required(),
      ...fields,
    })
      .unknown()
      .required()
      .description('The answer of the authenticator.'),
  }).unknown()

/** The form of an authenticator's answer that signs a challenge, as the browser returns it. */
export const assertionForm = answerOf({
  authenticatorData: bytesForm('The data that the authenticator signed.').required(),
  signature: bytesForm('The signature.').required(),
  userHandle: bytesForm('The id of the user, which the authenticator stores.').allow(null, ''),
}).description(
  'The answer of a passkey: the result of `navigator.credentials.get` as JSON (WebAuthn, `AuthenticationResponseJSON`).',
)

/** The form of an authenticator's answer with a new public key, as the browser returns it. */
export const creationForm = answerOf({
  attestationObject: bytesForm('The new public key.').required(),
  transports: Joi.array()
    .items(Joi.string().max(20).description('A transport, such as `usb`.'))
    .max(10)
    .description('How the browser reaches the authenticator.'),
})
  .required()
  .description(
    'The new passkey: the result of `navigator.credentials.create` as JSON (WebAuthn, `RegistrationResponseJSON`).',
  )

/** The part of an authenticator's answer that the service reads before it verifies the answer. */
export interface SentAnswer {
  readonly id: string
  readonly response: { readonly clientDataJSON: string }
}

/** Returns an authenticator's answer with its challenge, which must be a token of the given kind. */
export function passkeyAnswerOf(kind: SecretKind, sent: SentAnswer): PasskeyAnswer {
  const challenge = challengeIn(sent.response.clientDataJSON)
  return { credentialId: sent.id, challenge, digest: digestOf(kind, challenge), response: sent }
}

/** Returns the challenge in the data of a browser; empty if there is none. */
function challengeIn(clientData: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString())
    return typeof challenge === 'string' ? Buffer.from(challenge, 'base64url').toString() : ''
  } catch {
    return ''
  }
}

export const exampleAnswer = {
  id: 'q3Yx',
  rawId: 'q3Yx',
  type: 'public-key',
  response: { clientDataJSON: 'eyJ0', authenticatorData: 'SZYN', signature: 'MEUC', userHandle: 'MDE5' },
}

export const exampleCreation = {
  id: 'q3Yx',
  rawId: 'q3Yx',
  type: 'public-key',
  response: { clientDataJSON: 'eyJ0', attestationObject: 'o2Nm', transports: ['internal'] },
}

const descriptorForm = Joi.object({
  type: Joi.valid('public-key').required().description('The kind of the credential, always `public-key`.'),
  id: Joi.string().required().description('The id that the authenticator gave the passkey, in base64url.'),
  transports: Joi.array()
    .items(Joi.valid(...passkeyTransports).description('A transport, such as `usb`.'))
    .required()
    .description('How the browser reaches the authenticator.'),
})

const numberForm = Joi.number().integer().required()

/** The documented options for `navigator.credentials.create`. */
export const creationOptionsForm = Joi.object({
  challenge: Joi.string().required().description('The challenge that the answer contains, in base64url.'),
  rp: Joi.object({
    id: Joi.string().required().description('The host that the passkey is bound to.'),
    name: Joi.string().required().description('The name of the product.'),
  })
    .required()
    .description('The service for which the passkey is.'),
  user: Joi.object({
    id: Joi.string().required().description('An id that the authenticator stores, in base64url.'),
    name: Joi.string().required().description('The e-mail address, by which the person chooses a passkey.'),
    displayName: Joi.string().required().description('The name of the person.'),
  })
    .required()
    .description('The person for whom the passkey is.'),
  pubKeyCredParams: Joi.array()
    .items(
      Joi.object({
        type: Joi.valid('public-key')
          .required()
          .description('The kind of the credential, always `public-key`.'),
        alg: numberForm.description('The COSE number of an algorithm.'),
      }).description('An accepted kind of key.'),
    )
    .required()
    .description('The accepted kinds of keys.'),
  excludeCredentials: Joi.array()
    .items(descriptorForm.description('A passkey that the person has.'))
    .required()
    .description('The present passkeys of the person. Their authenticators create no second one.'),
  authenticatorSelection: Joi.object({
    residentKey: Joi.valid('preferred').required().description('A fixed option, always `preferred`.'),
    requireResidentKey: Joi.boolean().required().description('A fixed option, always `false`.'),
    userVerification: Joi.valid('preferred').required().description('A fixed option, always `preferred`.'),
  })
    .required()
    .description('The requested kind of authenticator.'),
  attestation: Joi.valid('none').required().description('Always `none`: certificates are not accepted.'),
  timeout: numberForm.description('The milliseconds for which the browser waits.'),
}).description(
  'Options for `navigator.credentials.create` (WebAuthn, `PublicKeyCredentialCreationOptionsJSON`).',
)

/** The documented options for `navigator.credentials.get`. */
export const requestOptionsForm = Joi.object({
  challenge: Joi.string().required().description('The challenge that the passkey signs, in base64url.'),
  rpId: Joi.string().required().description('The host for which the passkey was created.'),
  allowCredentials: Joi.array()
    .items(descriptorForm.description('A passkey that may answer.'))
    .required()
    .description('The passkeys that may answer; empty for every passkey that the device has for the host.'),
  userVerification: Joi.valid('required', 'preferred')
    .required()
    .description('Whether the device must verify the person by a PIN, a fingerprint or a face.'),
  timeout: numberForm.description('The milliseconds for which the browser waits.'),
}).description('Options for `navigator.credentials.get` (WebAuthn, `PublicKeyCredentialRequestOptionsJSON`).')

const exampleRequestOptions = {
  challenge: 'cGtwX…',
  rpId: 'spindle.example.com',
  allowCredentials: [{ type: 'public-key', id: 'q3Yx…', transports: ['internal'] }],
  userVerification: 'preferred',
  timeout: 300_000,
}

/** Returns the documented response with options for `navigator.credentials.get`. */
export const requestOptionsResponse = (description: string): ResponseRule => ({
  description,
  schema: Joi.object({ options: requestOptionsForm.required() }),
  example: { options: exampleRequestOptions },
})
