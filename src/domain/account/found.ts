export const foundKinds = ['person', 'dataTable', 'spinner', 'job', 'sender'] as const
type FoundKind = (typeof foundKinds)[number]

/** Something of an organization that goes by what was looked for. */
export interface Found {
  readonly kind: FoundKind
  /** Of a person, the address. */
  readonly id: string
  /** Of a job, that of its spinner. */
  readonly name: string
  /** The address of a sender, the status of a job. */
  readonly note: string | null
  /** When a job was started. */
  readonly at: Date | null
}

export const mostFound = 6

/** The beginning of an id of a job, as somebody copies it: where it is long enough to be one. */
export function idBeginning(words: string): { readonly first: string; readonly last: string } | null {
  const digits = words.trim().toLowerCase().replaceAll('-', '')
  if (!/^[\da-f]{6,32}$/.test(digits)) return null
  const filled = (digit: string) =>
    digits.padEnd(32, digit).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { first: filled('0'), last: filled('f') }
}
