const shortest = 10

export const newPasswordHint = `${shortest} characters or more.`

export function newPasswordFault(password: string): string | null {
  return password.length < shortest ? newPasswordHint : null
}
