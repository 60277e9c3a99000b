import { KeyRing } from '../../../src/adapters/security/key-ring.ts'
import { SignedMessageTokens } from '../../../src/adapters/security/signed-message-tokens.ts'
import { sessionKey } from '../../../src/ports/sealing.ts'

/**
 * Returns a ring of encryption keys for tests, named by these letters, newest first. Each key repeats its
 * letter; "x" is SESSION_SECRET.
 */
export function ringOf(...letters: readonly string[]): KeyRing {
  return new KeyRing(
    letters.map((letter) => ({ id: letter === 'x' ? sessionKey : letter, secret: letter.repeat(32) })),
  )
}

/**
 * Returns the issuer of message tokens (Message-IDs and unsubscribe links) for tests of a service at
 * https://spindle.example. A key ring signs them.
 */
export function messageTokensOf(ring: KeyRing, cell: string | null = null): SignedMessageTokens {
  return new SignedMessageTokens(ring, {
    publicApiUrl: 'https://spindle.example',
    fallbackMailDomain: 'example.com',
    cell,
  })
}
