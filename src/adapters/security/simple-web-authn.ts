import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import {
  type Passkey,
  type PasskeyAnswer,
  type PasskeyUse,
  passkeyTransports,
} from '../../domain/account/second-factor/passkey.ts'
import type { User } from '../../domain/account/user.ts'
import {
  type CreatedKey,
  type PasskeyOptions,
  PasskeyRefused,
  passkeysElsewhere,
  WebAuthn,
} from '../../ports/account/passkeys.ts'

/** The algorithms of public keys, by their COSE numbers: ES256, RS256 (Windows Hello) and Ed25519. */
const algorithms = [-7, -257, -8]

/** The milliseconds for which the browser waits for the person. */
const timeout = 5 * 60 * 1000

/** `SimpleWebAuthn` verifies answers of authenticators with SimpleWebAuthn. */
export class SimpleWebAuthn extends WebAuthn {
  override readonly origin: string | null
  override readonly rpId: string

  constructor(publicApiUrl: string) {
    super()
    const { origin, hostname, protocol } = new URL(publicApiUrl)
    const isSecure = protocol === 'https:' || hostname === 'localhost'
    this.rpId = hostname
    this.origin = isSecure && isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? origin : null
  }

  override creationOptions(
    challenge: string,
    { accountId, email, name }: Pick<User, 'accountId' | 'email' | 'name'>,
    present: readonly Passkey[],
  ): PasskeyOptions {
    return {
      challenge: encoded(challenge),
      rp: { id: this.rpId, name: 'Spindle' },
      // The name is shown when the person chooses a passkey. The id has no meaning outside of the service.
      user: { id: encoded(accountId), name: email, displayName: name },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: present.map(described),
      authenticatorSelection: {
        residentKey: 'preferred',
        requireResidentKey: false,
        userVerification: 'preferred',
      },
      attestation: 'none',
      timeout,
    }
  }

  override requestOptions(challenge: string, passkeys: readonly Passkey[] | null): PasskeyOptions {
    return {
      challenge: encoded(challenge),
      rpId: this.rpId,
      allowCredentials: passkeys?.map(described) ?? [],
      userVerification: passkeys === null ? 'required' : 'preferred',
      timeout,
    }
  }

  override async created({ challenge, response }: PasskeyAnswer): Promise<CreatedKey> {
    const library = await import('@simplewebauthn/server')
    const answer = response as RegistrationResponseJSON
    return refusedUnlessVerified(async () => {
      await assertNoCertificates(answer)
      this.#assertOwnPage(answer.response.clientDataJSON)
      const { verified, registrationInfo } = await library.verifyRegistrationResponse({
        response: answer,
        expectedChallenge: encoded(challenge),
        expectedOrigin: this.origin ?? [],
        expectedRPID: this.rpId,
        requireUserVerification: false,
        supportedAlgorithmIDs: algorithms,
      })
      if (!verified) throw new PasskeyRefused('The signature of the passkey is wrong')
      const { id, publicKey, counter } = registrationInfo.credential
      const sent: readonly string[] = answer.response.transports ?? []
      const transports = passkeyTransports.filter((passkeyTransport) => sent.includes(passkeyTransport))
      const key = Buffer.from(publicKey).toString('base64url')
      return { credentialId: id, publicKey: key, counter, transports, rpId: this.rpId }
    })
  }

  override async used({ challenge, response }: PasskeyAnswer, passkey: Passkey): Promise<PasskeyUse> {
    const library = await import('@simplewebauthn/server')
    const answer = response as AuthenticationResponseJSON
    return refusedUnlessVerified(async () => {
      this.#assertOwnPage(answer.response.clientDataJSON)
      const { userHandle } = answer.response
      if (userHandle !== undefined && userHandle !== encoded(passkey.accountId))
        throw new PasskeyRefused('This passkey does not belong to the account')
      const { verified, authenticationInfo } = await library.verifyAuthenticationResponse({
        response: answer,
        expectedChallenge: encoded(challenge),
        expectedOrigin: this.origin ?? [],
        expectedRPID: passkey.rpId,
        requireUserVerification: false,
        // The domain compares counters, so the library gets none.
        credential: {
          id: passkey.credentialId,
          publicKey: Buffer.from(passkey.publicKey, 'base64url'),
          counter: 0,
        },
      })
      if (!verified) throw new PasskeyRefused('The signature of the passkey is wrong')
      return { counter: authenticationInfo.newCounter, userVerified: authenticationInfo.userVerified }
    })
  }

  /** Refuses an answer of a page at another address, or of the console inside a page of another site. */
  #assertOwnPage(clientData: string): void {
    const { origin, crossOrigin } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as {
      readonly origin?: unknown
      readonly crossOrigin?: unknown
    }
    if (this.origin === null || origin !== this.origin || crossOrigin === true)
      throw new PasskeyRefused(passkeysElsewhere(this.origin))
  }
}

/**
 * Refuses certificates of authenticators. The service asks for none, and the library would load lists of revoked
 * certificates from addresses that the certificate names, which a stranger can choose.
 */
async function assertNoCertificates({ response }: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(Buffer.from(response.attestationObject, 'base64url'))
  const format = decoded.get('fmt')
  const isSelfSigned = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !isSelfSigned)
    throw new PasskeyRefused('The passkey came with a certificate, and the service accepts none')
}

/** Turns the errors of the library, which are about an answer's form, into refusals. */
async function refusedUnlessVerified<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PasskeyRefused) throw error
    throw new PasskeyRefused('The answer of the passkey could not be verified')
  }
}

function described({ credentialId, transports }: Passkey): PasskeyOptions {
  return { type: 'public-key', id: credentialId, transports }
}

/** Returns a text as base64url of its bytes, which is how WebAuthn's JSON holds bytes. */
function encoded(text: string): string {
  return Buffer.from(text).toString('base64url')
}
