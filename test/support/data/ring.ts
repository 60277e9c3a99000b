import { KeyRing } from '../../../src/adapters/security/key-ring.ts'
import { SignedMessageTokens } from '../../../src/adapters/security/signed-message-tokens.ts'
import { sessionKey } from '../../../src/ports/sealing.ts'

/** Returns a key ring of these letters, newest first. Each key repeats its letter; "x" is SESSION_SECRET. */
export function ringOf(...letters: readonly string[]): KeyRing {
  return new KeyRing(
    letters.map((letter) => ({ id: letter === 'x' ? sessionKey : letter, secret: letter.repeat(32) })),
  )
}

/** Returns the tokens of e-mails of a service at https://spindle.example, signed with the keys of a ring. */
export function messageTokensOf(ring: KeyRing, cell: string | null = null): SignedMessageTokens {
  return new SignedMessageTokens(ring, {
    publicApiUrl: 'https://spindle.example',
    mailDomain: 'example.com',
    cell,
  })
}
