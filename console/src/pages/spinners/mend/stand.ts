import type { FailedGroup } from '../../../api/schema.ts'

/** Those of a job who failed for one reason. */
export interface Mending {
  readonly jobId: string
  /** Null of those that failed in a former version of the service. */
  readonly code: FailedGroup['code']
}

/** How far the spinner is mended. */
interface Spinner {
  readonly isEnded: boolean
  /** In which they failed. */
  readonly version: number
  readonly publishedVersion: number | null
  readonly differs: boolean
  readonly isUnsaved: boolean
}

type Next = 'none' | 'running' | 'mend' | 'publish' | 'blocked' | 'goOn'

/** How many are left, and what is to be done for them next. */
export function standOf(
  groups: readonly Pick<FailedGroup, 'count' | 'retried' | 'takenUpBy'>[],
  { isEnded, version, publishedVersion, differs, isUnsaved }: Spinner,
): { readonly left: number; readonly next: Next } {
  const open = groups.filter(({ count, retried }) => count > retried)
  const left = open.reduce((sum, { count, retried }) => sum + count - retried, 0)
  const takenUp = (by: 'published' | 'draft') => open.every(({ takenUpBy }) => takenUpBy[by] === true)
  const next = (): Next => {
    if (left === 0) return 'none'
    if (!isEnded) return 'running'
    // What is not saved was not asked about; publishing saves it, and the answer comes with the saving.
    if (differs || publishedVersion === null) return takenUp('draft') || isUnsaved ? 'publish' : 'blocked'
    if (publishedVersion === version) return 'mend'
    return takenUp('published') ? 'goOn' : 'blocked'
  }
  return { left, next: next() }
}
