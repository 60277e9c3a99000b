import { useState } from 'react'

interface Revised {
  readonly revision: number
}

/**
 * Returns the latest revision of a thing in which a setting has the value that the user saw when the edit of the
 * setting began, or which the user made. A save with this revision replaces no change of the setting that the user has
 * not seen. Changes of other settings of the thing, such as by another card of the page, do not stop the edit.
 */
export function useSeenRevision(
  { revision }: Revised,
  {
    value,
    isEdited,
    answer,
  }: {
    /** The stored value of the setting. */
    readonly value: unknown
    readonly isEdited: boolean
    /** The thing as the latest save of this setting has left it. */
    readonly answer: Revised | undefined
  },
): number {
  const text = JSON.stringify(value)
  const [seen, setSeen] = useState({ revision, text })
  const isUnseen = isEdited && seen.text !== text && answer?.revision !== revision
  if (seen.revision === revision || isUnseen) return seen.revision
  setSeen({ revision, text })
  return revision
}
