import Joi from 'joi'
import { maxPasswordLength } from '../../../../domain/account/account.ts'
import type { SecondFactorProof } from '../../../../domain/account/second-factor/second-factor.ts'
import { recoveryDigestOf } from '../../../security/recovery-code.ts'
import type { SecretKind } from '../../../security/secret.ts'
import { assertionForm, passkeyAnswerOf, type SentAnswer } from '../passkeys/passkey-form.ts'

export const passwordForm = Joi.string()
  .max(maxPasswordLength)
  .required()
  .description('The present password. A wrong one is refused with VALIDATION_FAILED (`WRONG_PASSWORD`).')

/** The fields of requests that take a proof of the second factor: a code, or an answer of a passkey. */
export const proofFields = {
  code: Joi.string()
    .max(40)
    .description(
      'A code of the second factor: the six digits that the authenticator app shows now, or a recovery code. Spaces do not matter. Each code works once.',
    ),
  passkey: assertionForm,
} as const

/** The proof of a second factor in a request. */
export type SentProof = { readonly code?: string; readonly passkey?: SentAnswer }

/** The fields of a request that needs the password and a proof of the second factor. */
export type SentProved = SentProof & { readonly password: string }

/** The form of a code in requests that take only a code of the authenticator app. */
export const appCodeForm = Joi.string()
  .max(40)
  .required()
  .description('The six digits that the authenticator app shows now. Spaces do not matter.')

/** Returns the digits of a code that a person may have typed with a space in the middle. */
export function digitsOf(typed: string): string {
  return typed.replaceAll(/\s/g, '')
}

/**
 * Returns the proof of the second factor in a request; null if there is none. Six digits are a code of the app, any
 * other text is a recovery code. A passkey must answer a challenge of the given kind.
 */
export function proofOf({ code: typed, passkey }: SentProof, kind: SecretKind): SecondFactorProof | null {
  if (passkey !== undefined) return { kind: 'passkey', answer: passkeyAnswerOf(kind, passkey) }
  if (typed === undefined) return null
  const code = digitsOf(typed)
  if (/^\d{6}$/.test(code)) return { kind: 'appCode', code }
  return { kind: 'recoveryCode', digest: recoveryDigestOf(typed) }
}
