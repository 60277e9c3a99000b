import { DomainError } from '../../errors.ts'

/**
 * Why a password falls to the first guesses: it is made of what attackers try with everybody, or of its owner's names.
 */
export type PasswordWeakness = 'common' | 'own'

const words: Readonly<Record<PasswordWeakness, string>> = {
  common:
    'This password is one of those that attackers try first. Use four or more words that have nothing to do with each other, or let a password manager make one up.',
  own: 'This password is made of your name or address. Use four or more words that have nothing to do with you, or let a password manager make one up.',
}

/** `field` is the one that the password was sent in. */
export function assertNotWeak(weakness: PasswordWeakness | null, field = 'password'): void {
  if (weakness === null) return
  const message = words[weakness]
  const errors = [{ pointer: `/${field}`, code: 'TOO_EASY_TO_GUESS', message }]
  throw new DomainError('VALIDATION_FAILED', { message, errors })
}
