const shortest = 10

const tooShort = `The password needs at least ${shortest} characters.`

export const newPasswordHint = `Use at least ${shortest} characters, but no common password, and not your name or e-mail address.`

export function newPasswordFault(password: string): string | null {
  return password.length < shortest ? tooShort : null
}
