/** Returns the address in a text such as "Ada <ada@example.com>", or the text itself if it has no name. */
export function addressIn(from: string): string {
  return /([^<\s]+@[^@>\s]+)>?\s*$/.exec(from)?.[1] ?? from
}

/** Returns the name in a text such as "Ada <ada@example.com>", or the address if it has no name. */
export function nameIn(from: string): string {
  return /^\s*"?([^"<]*[^"<\s])"?\s*</.exec(from)?.[1] ?? addressIn(from)
}

export function domainIn(from: string): string {
  return /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}
