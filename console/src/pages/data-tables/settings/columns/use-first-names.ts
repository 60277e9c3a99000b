import { useState } from 'react'
import { firstNameOf, type Renamed, withRename } from './first-names.ts'

export interface FirstNames {
  /** Returns the name that a column had before the user renamed it on this page. */
  readonly of: (column: string) => string
  /** Notes that the user has renamed a column. */
  readonly noteRenamed: (from: string, to: string) => void
}

/** Returns the first names of renamed columns, by which an unsaved setting finds its columns after a rename. */
export function useFirstNames(): FirstNames {
  const [renamed, setRenamed] = useState<Renamed>(new Map())
  return {
    of: (column) => firstNameOf(renamed, column),
    noteRenamed: (from, to) => setRenamed((before) => withRename(before, from, to)),
  }
}
