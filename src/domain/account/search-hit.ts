export const searchHitKinds = ['person', 'dataTable', 'segment', 'spinner', 'job', 'sender'] as const
type SearchHitKind = (typeof searchHitKinds)[number]

/** A thing of an organization, such as a table, spinner, job or person, that a search in the console found. */
export interface SearchHit {
  readonly kind: SearchHitKind
  /** The id of the found thing; for a person, the e-mail address. */
  readonly id: string
  /** The name of the found thing; for a job, the name of its spinner. */
  readonly name: string
  /** The address of a found sender, the status of a found job, or the name of a segment's data table; null for other kinds. */
  readonly description: string | null
  /** The time when a found job was started; null for other kinds. */
  readonly at: Date | null
  /** The data table of a found segment; null for other kinds. */
  readonly dataTableId: string | null
}

export const maxSearchHits = 6

/**
 * Returns the range of job ids that begin with the searched hexadecimal digits. Returns null for fewer than 6
 * digits or other text.
 */
export function idBeginning(words: string): { readonly first: string; readonly last: string } | null {
  const digits = words.trim().toLowerCase().replaceAll('-', '')
  if (!/^[\da-f]{6,32}$/.test(digits)) return null
  const filled = (digit: string) =>
    digits.padEnd(32, digit).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { first: filled('0'), last: filled('f') }
}
