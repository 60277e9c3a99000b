const shortest = 10

const tooShort = `${shortest} characters or more.`

export const newPasswordHint = `${tooShort} Neither a common one, nor your name or address.`

export function newPasswordFault(password: string): string | null {
  return password.length < shortest ? tooShort : null
}
