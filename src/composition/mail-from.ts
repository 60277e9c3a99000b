/** Of an address that may stand behind a name: "Ada <ada@example.com>". */
export function addressIn(from: string): string {
  return /([^<\s]+@[^@>\s]+)>?\s*$/.exec(from)?.[1] ?? from
}

export function domainIn(from: string): string {
  return /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}
