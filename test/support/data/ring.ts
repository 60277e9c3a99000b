import { KeyRing } from '../../../src/adapters/security/key-ring.ts'
import { sessionKey } from '../../../src/ports/sealing.ts'

/** Returns a key ring of these letters, newest first. Each key repeats its letter; "x" is SESSION_SECRET. */
export function ringOf(...letters: readonly string[]): KeyRing {
  return new KeyRing(
    letters.map((letter) => ({ id: letter === 'x' ? sessionKey : letter, secret: letter.repeat(32) })),
  )
}
