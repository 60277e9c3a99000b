const shortest = 10

const tooShort = `${shortest} characters or more.`

export const newPasswordHint = `${tooShort} Not a common password, your name or your address.`

export function newPasswordFault(password: string): string | null {
  return password.length < shortest ? tooShort : null
}
