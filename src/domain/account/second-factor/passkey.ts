import { DomainError } from '../../errors.ts'
import { revisionOfContent } from '../../revision.ts'
import { sentence } from '../../text/sentence.ts'

/**
 * A passkey of a person: a public key whose private key is on a phone, a computer, a security key or in a password
 * manager (WebAuthn). It is a second factor, and signs in without a password if the device has verified the person.
 */
export interface Passkey {
  readonly id: string
  /** The id of the account of the person. */
  readonly accountId: string
  /** The id that the authenticator gave the key, in base64url. */
  readonly credentialId: string
  /** The public key as a COSE key, in base64url. */
  readonly publicKey: string
  /** The highest signature counter that the authenticator sent; 0 if it does not count. */
  readonly counter: number
  /** How the browser reaches the authenticator, such as `usb` or `internal`. */
  readonly transports: readonly string[]
  /** The host of the public address under which the passkey was created. It works under this host only. */
  readonly rpId: string
  readonly name: string
  readonly createdAt: Date
  /** The time of the last sign-in or proof with the passkey; null before the first. */
  readonly lastUsedAt: Date | null
}

/** Returns the revision of what people change of a passkey. */
export function revisionOfPasskey({ name }: Pick<Passkey, 'name'>): number {
  return revisionOfContent({ name })
}

/** The ways in which browsers reach authenticators. Others that an authenticator names are left out. */
export const passkeyTransports = ['ble', 'hybrid', 'internal', 'nfc', 'usb'] as const

/** The largest number of passkeys of one person. */
export const maxPasskeys = 20

/** Refuses a further passkey for a person who has the largest number of them. The account must be locked. */
export function assertSpaceForPasskey(present: readonly Passkey[]): void {
  if (present.length < maxPasskeys) return
  throw new DomainError('CONFLICT', {
    message: sentence(
      'You have {maxPasskeys} passkeys, which is the most that an account can have. Remove one first',
      { maxPasskeys },
    ),
  })
}

/** The longest name of a passkey, in characters. */
export const maxPasskeyNameLength = 100

/** An authenticator's answer to a challenge, as the browser returns it. Nothing in it is verified. */
export interface PasskeyAnswer {
  readonly credentialId: string
  /** The challenge that the answer contains. */
  readonly challenge: string
  /** The digest of the challenge; null if the challenge cannot be one of the expected purpose. */
  readonly digest: string | null
  /** The answer in the JSON form of WebAuthn (`AuthenticationResponseJSON` or `RegistrationResponseJSON`). */
  readonly response: object
}

/** The verified result of an authenticator's answer to a challenge. */
export interface PasskeyUse {
  readonly counter: number
  /** Whether the authenticator verified the person, by a PIN, a fingerprint or a face. */
  readonly userVerified: boolean
}

/**
 * Returns the passkey after a use; null if its counter did not grow. A counter that stays or goes back is a sign of a
 * copied authenticator. Authenticators that do not count always send 0.
 */
export function withUse(passkey: Passkey, { counter }: PasskeyUse, now: Date): Passkey | null {
  const counts = counter > 0 || passkey.counter > 0
  return counts && counter <= passkey.counter ? null : { ...passkey, counter, lastUsedAt: now }
}
