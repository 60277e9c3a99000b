import type { Passkey, PasskeyAnswer, PasskeyUse } from '../../domain/account/second-factor/passkey.ts'
import type { User } from '../../domain/account/user.ts'
import { DomainError } from '../../domain/errors.ts'

/** The options that the console passes to the browser's WebAuthn functions, in their JSON form. */
export type PasskeyOptions = Readonly<Record<string, unknown>>

/** The public key that an authenticator created. */
export type CreatedKey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'rpId'>

/** The error for an authenticator's answer that does not verify. The message says what is wrong. */
export class PasskeyRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PasskeyRefused'
  }
}

/** Creates the options of WebAuthn, and verifies the answers of authenticators. */
export abstract class WebAuthn {
  /**
   * The origin under which passkeys work, from the public address of the service. Null if that address is an IP
   * address or not encrypted, because browsers have no passkeys for it.
   */
  abstract readonly origin: string | null
  /** The host that a passkey is bound to. */
  abstract readonly rpId: string
  /** Returns the options by which an authenticator creates a passkey for a user who has the passkeys `present`. */
  abstract creationOptions(
    challenge: string,
    user: Pick<User, 'accountId' | 'email' | 'name'>,
    present: readonly Passkey[],
  ): PasskeyOptions
  /**
   * Returns the options by which one of a user's passkeys signs a challenge. Null instead of passkeys asks for any
   * passkey that the device has for the service, and for a verified person.
   */
  abstract requestOptions(challenge: string, passkeys: readonly Passkey[] | null): PasskeyOptions
  /** Verifies the answer to creation options. Throws PasskeyRefused. */
  abstract created(answer: PasskeyAnswer): Promise<CreatedKey>
  /** Verifies the answer to request options, except the counter. Throws PasskeyRefused. */
  abstract used(answer: PasskeyAnswer, passkey: Passkey): Promise<PasskeyUse>
}

/** Throws CONFLICT if browsers have no passkeys for the public address of the service. */
export function assertOffered({ origin }: Pick<WebAuthn, 'origin'>): void {
  if (origin === null) throw new DomainError('CONFLICT', { message: passkeysElsewhere(origin) })
}

/** Returns the message for a person who uses a passkey under another address than the public address. */
export function passkeysElsewhere(origin: string | null): string {
  return origin === null
    ? 'Passkeys need a public address of the service that begins with https:// and has a host name (PUBLIC_API_URL)'
    : `Passkeys work only at ${origin}, the public address of this service. Open the console there`
}

/** Returns the passkeys that were created under the present public address. The others cannot answer. */
export function usablePasskeys(
  { origin, rpId }: Pick<WebAuthn, 'origin' | 'rpId'>,
  passkeys: readonly Passkey[],
): readonly Passkey[] {
  return origin === null ? [] : passkeys.filter((passkey) => passkey.rpId === rpId)
}
