import { DomainError } from './errors.ts'

/** The encrypted secrets that sign the webhooks of an organization, or the requests to a destination. */
export interface SigningSecrets {
  readonly ciphertext: string
  /** The secret before the last rotation, which also signs for one day; null if there is none. */
  readonly previousCiphertext: string | null
  readonly rotatedAt: Date | null
}

/** The milliseconds for which the previous secret also signs after a rotation. */
const overlapMs = 24 * 60 * 60 * 1000

/** Returns the time until which the secret before the last rotation also signs; null if there is no such secret. */
export function previousSecretUntil({ previousCiphertext, rotatedAt }: SigningSecrets): Date | null {
  if (previousCiphertext === null || rotatedAt === null) return null
  return new Date(rotatedAt.getTime() + overlapMs)
}

/** Returns the encrypted secrets that sign at a time, the present one first. */
export function secretsThatSign(secrets: SigningSecrets, now: Date): readonly string[] {
  const { ciphertext, previousCiphertext } = secrets
  const until = previousSecretUntil(secrets)
  return previousCiphertext !== null && until !== null && now < until
    ? [ciphertext, previousCiphertext]
    : [ciphertext]
}

/** A new encrypted secret that replaces the present one. */
export interface SecretRotation {
  readonly ciphertext: string
  /** Whether the present secret ends with the rotation, as well as the secret of a rotation within the last day. */
  readonly endsPrevious: boolean
  readonly now: Date
}

/**
 * Returns the secrets after a rotation. Throws CONFLICT if the secret before the last rotation still signs, because
 * there is one previous secret: a repeat of a request whose answer was lost would end the secret that receivers use.
 */
export function rotatedSecrets(
  secrets: SigningSecrets,
  { ciphertext, endsPrevious, now }: SecretRotation,
): SigningSecrets {
  if (endsPrevious) return { ciphertext, previousCiphertext: null, rotatedAt: now }
  const until = previousSecretUntil(secrets)
  if (until !== null && now < until)
    throw new DomainError('CONFLICT', {
      message: `The previous secret signs requests until ${until.toISOString()}, because the secret was rotated before; nothing was changed. Rotate the secret after that time. To end both secrets at once, send endsPrevious: true`,
    })
  return { ciphertext, previousCiphertext: secrets.ciphertext, rotatedAt: now }
}
