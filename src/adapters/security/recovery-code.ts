import { randomInt } from 'node:crypto'
import { digest } from './secret.ts'

/** The characters of a recovery code: lower-case letters and digits that are not easily confused. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const notInAlphabet = new RegExp(`[^${alphabet}]`)
const groups = 4
const groupLength = 4

/** Returns a new recovery code with 79 random bits, such as `k7wm-2xqe-vt9s-h4rd`. */
export function newRecoveryCode(): string {
  const character = () => alphabet[randomInt(alphabet.length)] ?? ''
  const group = () => Array.from({ length: groupLength }, character).join('')
  return Array.from({ length: groups }, group).join('-')
}

/**
 * Returns the digest of a recovery code that a person typed; null for a text that cannot be a recovery code. Spaces,
 * hyphens and capital letters do not matter. The prefix keeps the digest apart from digests of other secrets.
 */
export function recoveryDigestOf(typed: string): string | null {
  const characters = typed.toLowerCase().replaceAll(/[\s-]/g, '')
  const isCode = characters.length === groups * groupLength && !notInAlphabet.test(characters)
  return isCode ? digest(`recovery ${characters}`) : null
}
