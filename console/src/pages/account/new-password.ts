import { minPasswordLength } from '../../api/limits.ts'

const tooShort = `The password needs at least ${minPasswordLength} characters.`

export const newPasswordHint = `Use at least ${minPasswordLength} characters, but no common password, and not your name or e-mail address.`

export function newPasswordFault(password: string): string | null {
  return password.length < minPasswordLength ? tooShort : null
}
