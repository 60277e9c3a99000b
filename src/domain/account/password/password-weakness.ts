import { DomainError } from '../../errors.ts'

/**
 * The reason why a password is easy to guess: attackers try it with every account, or it contains its owner's
 * names.
 */
export type PasswordWeakness = 'common' | 'own'

const words: Readonly<Record<PasswordWeakness, string>> = {
  common:
    'This password is easy to guess. Use four or more unrelated words, or a password from a password manager.',
  own: 'This password contains your name or address. Use four or more words that have nothing to do with you, or a password from a password manager.',
}

/** Throws if the password is weak. `field` is the request field that contains the password. */
export function assertNotWeak(weakness: PasswordWeakness | null, field = 'password'): void {
  if (weakness === null) return
  const message = words[weakness]
  const errors = [{ pointer: `/${field}`, code: 'TOO_EASY_TO_GUESS', message }]
  throw new DomainError('VALIDATION_FAILED', { message, errors })
}
