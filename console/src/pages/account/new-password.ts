import { shortestPassword } from '../../api/limits.ts'

const tooShort = `The password needs at least ${shortestPassword} characters.`

export const newPasswordHint = `Use at least ${shortestPassword} characters, but no common password, and not your name or e-mail address.`

export function newPasswordFault(password: string): string | null {
  return password.length < shortestPassword ? tooShort : null
}
