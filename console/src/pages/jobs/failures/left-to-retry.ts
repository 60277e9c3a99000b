import type { FailedGroup } from '../../../api/schema.ts'

/** Returns how many recipients of a group of failed recipients are left to retry. */
export function leftToRetry({
  count,
  retried,
  stopped,
}: Pick<FailedGroup, 'count' | 'retried' | 'stopped'>): number {
  return count - retried - stopped
}
