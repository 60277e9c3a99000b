/** The first name of each renamed column, by its present name. */
export type Renamed = ReadonlyMap<string, string>

/** Returns the name that a column had before its renames. */
export function firstNameOf(renamed: Renamed, column: string): string {
  const first = renamed.get(column)
  if (first !== undefined) return first
  // A column that was added later under the first name of another column is a different column. Column names are
  // trimmed, so none ends with a line break.
  return [...renamed.values()].includes(column) ? `${column}\n` : column
}

export function withRename(renamed: Renamed, from: string, to: string): Renamed {
  const after = new Map(renamed)
  after.delete(from)
  return after.set(to, firstNameOf(renamed, from))
}
