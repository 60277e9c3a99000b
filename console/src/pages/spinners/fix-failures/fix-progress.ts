import type { FailedGroup } from '../../../api/schema.ts'
import { leftToRetry } from '../../jobs/failures/left-to-retry.ts'

/** The recipients of a job who failed for one reason. */
export interface FailuresToFix {
  readonly jobId: string
  /** The reason code; null for failures of an earlier version of the service. */
  readonly code: FailedGroup['code']
}

/** The state of a spinner that decides what the user does next to fix the failures. */
interface Spinner {
  readonly isEnded: boolean
  /** The version of the spinner in which the recipients failed. */
  readonly version: number
  readonly publishedVersion: number | null
  readonly differs: boolean
  readonly isUnsaved: boolean
}

type Next = 'none' | 'running' | 'fix' | 'publish' | 'blocked' | 'retry'

/** Returns how many failed recipients are left to retry, and the next action for them. */
export function fixProgressOf(
  groups: readonly Pick<FailedGroup, 'count' | 'retried' | 'stopped' | 'retryableBy'>[],
  { isEnded, version, publishedVersion, differs, isUnsaved }: Spinner,
): { readonly left: number; readonly next: Next } {
  const open = groups.filter((group) => leftToRetry(group) > 0)
  const left = open.reduce((sum, group) => sum + leftToRetry(group), 0)
  const takenUp = (by: 'published' | 'draft') => open.every(({ retryableBy }) => retryableBy[by] === true)
  const next = (): Next => {
    if (left === 0) return 'none'
    if (!isEnded) return 'running'
    // Allows publishing while the draft has unsaved changes, even if the API says that the saved draft cannot
    // continue the recipients. Publishing saves the draft first.
    if (differs || publishedVersion === null) return takenUp('draft') || isUnsaved ? 'publish' : 'blocked'
    if (publishedVersion === version) return 'fix'
    return takenUp('published') ? 'retry' : 'blocked'
  }
  return { left, next: next() }
}
