import { useState } from 'react'

export interface FirstNames {
  /** Returns the name that a column had before the user renamed it on this page. */
  readonly of: (column: string) => string
  /** Notes that the user has renamed a column. */
  readonly noteRenamed: (from: string, to: string) => void
}

/** Returns the first names of renamed columns, by which an unsaved setting finds its columns after a rename. */
export function useFirstNames(): FirstNames {
  const [renamed, setRenamed] = useState<ReadonlyMap<string, string>>(new Map())
  const taken = new Set(renamed.values())
  return {
    of: (column) => {
      const first = renamed.get(column)
      if (first !== undefined) return first
      // A column that was added later under the first name of another column is a different column. Column names are
      // trimmed, so none ends with a line break.
      return taken.has(column) ? `${column}\n` : column
    },
    noteRenamed: (from, to) =>
      setRenamed((before) => {
        const after = new Map(before)
        after.delete(from)
        return after.set(to, before.get(from) ?? from)
      }),
  }
}
