import Joi from 'joi'
import type { SecondFactorProof } from '../../../../domain/account/second-factor/second-factor.ts'
import { recoveryDigestOf } from '../../../security/recovery-code.ts'

/** The form of a code in requests that take a code of the authenticator app or a recovery code. */
export const codeForm = Joi.string()
  .max(40)
  .required()
  .description(
    'A code of the second factor: the six digits that the authenticator app shows now, or a recovery code. Spaces do not matter. Each code works once.',
  )

/** The form of a code in requests that take only a code of the authenticator app. */
export const appCodeForm = Joi.string()
  .max(40)
  .required()
  .description('The six digits that the authenticator app shows now. Spaces do not matter.')

/** Returns the digits of a code that a person may have typed with a space in the middle. */
export function digitsOf(typed: string): string {
  return typed.replaceAll(/\s/g, '')
}

/** Returns what a typed code proves: six digits are a code of the app, any other text is a recovery code. */
export function proofOf(typed: string): SecondFactorProof {
  const code = digitsOf(typed)
  if (/^\d{6}$/.test(code)) return { kind: 'appCode', code }
  return { kind: 'recoveryCode', digest: recoveryDigestOf(typed) }
}
