import { DomainError } from './errors.ts'
import { sentence } from './text/sentence.ts'

/** The encrypted secrets that sign the webhooks of an organization, or the requests to a destination. */
export interface SigningSecrets {
  readonly ciphertext: string
  /** The secret before the last rotation, which also signs until `previousUntil`; null if there is none. */
  readonly previousCiphertext: string | null
  /** The time until which the previous secret also signs; null if there is none. */
  readonly previousUntil: Date | null
}

/** A secret that signs webhooks of an organization or requests to a destination, as people see it. */
export interface SigningSecret {
  readonly secret: string
  /** The time until which the secret before the last rotation also signs; null if there is no such secret. */
  readonly previousUntil: Date | null
}

/** The longest and the default grace period of a signing secret: one day. */
export const maxSecretGraceSeconds = 24 * 60 * 60

/** Returns the encrypted secrets that sign at a time, the present one first. */
export function secretsThatSign(secrets: SigningSecrets, now: Date): readonly string[] {
  const { ciphertext, previousCiphertext, previousUntil } = secrets
  return previousCiphertext !== null && previousUntil !== null && now < previousUntil
    ? [ciphertext, previousCiphertext]
    : [ciphertext]
}

/** A new encrypted secret that replaces the present one. */
export interface SecretRotation {
  readonly ciphertext: string
  /** The seconds for which the present secret also signs; 0 ends it at once, with the secret of an earlier rotation. */
  readonly graceSeconds: number
  readonly now: Date
}

/**
 * Returns the secrets after a rotation. Throws CONFLICT if the secret before the last rotation still signs, because
 * there is one previous secret: a repeat of a request whose answer was lost would end the secret that receivers use.
 */
export function rotatedSecrets(
  { ciphertext: present, previousUntil: until }: SigningSecrets,
  { ciphertext, graceSeconds, now }: SecretRotation,
): SigningSecrets {
  if (graceSeconds === 0) return { ciphertext, previousCiphertext: null, previousUntil: null }
  if (until !== null && now < until)
    throw new DomainError('CONFLICT', {
      message: sentence(
        'The previous secret signs requests until {until}, because the secret was rotated before; nothing was changed. Rotate the secret after that time, or without a grace period (graceSeconds 0), which ends the present and the previous secret at once',
        { until: until.toISOString() },
      ),
    })
  const previousUntil = new Date(now.getTime() + graceSeconds * 1000)
  return { ciphertext, previousCiphertext: present, previousUntil }
}
