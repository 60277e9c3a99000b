/** Returns the token of an `Authorization: Bearer` header; empty if there is none. */
export function bearerOf(authorization: string | undefined): string {
  const [, token = ''] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
  return token
}
